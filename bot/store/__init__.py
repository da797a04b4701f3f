"""All SQL of the product: one SQLite file, one writer, numbered migrations."""
