"""What the adapters have in common; it knows no platform."""
