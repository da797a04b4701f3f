"""Telegram: updates of the Bot API become requests, screens become its calls (python-telegram-bot).

The library reads one switch from the environment: with it times are timedeltas, without it each reading of one warns.
"""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")
