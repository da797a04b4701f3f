"""Training: one person against the dealer, every decision judged (rules 4.14)."""
