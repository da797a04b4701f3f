"""Hypothesis without a clock."""

from hypothesis import HealthCheck, settings

# No deadline: how long an example takes says something about the machine, not about the rules.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
