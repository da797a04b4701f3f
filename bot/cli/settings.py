"""Settings, from the environment or a `.env` file."""

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_ENV = Path(".env")

#: What each proxy may be reached by: the library of the platform decides.
_SCHEMES = {"TELEGRAM_PROXY": ("http", "https", "socks5", "socks5h"), "DISCORD_PROXY": ("http", "https")}

#: The shortest key of the local page, in characters.
_KEY_LENGTH = 16


class BadSettings(Exception):
    """Settings that cannot be used: a sentence for each, which names it and never shows its value."""

    def __init__(self, *sentences: str) -> None:
        """The sentences, for who hosts the program."""
        super().__init__("; ".join(sentences))
        self.sentences = sentences


def read_settings() -> "Settings":
    """The settings as they are now.

    Raises:
        BadSettings: one of them, or the `.env` file, cannot be used.
    """
    try:
        # UTF-16 without its mark is UTF-8 that says nothing.
        if _ENV.is_file() and b"\0" in _ENV.read_bytes():
            raise BadSettings("the file .env is not UTF-8 text: save it as UTF-8")
        return Settings()
    except ValidationError as error:
        raise BadSettings(
            *(
                f"the setting {'.'.join(str(part) for part in problem['loc'])} cannot be used: "
                f"{problem['msg'].removeprefix('Value error, ')}"
                for problem in error.errors()
            )
        ) from None
    except UnicodeDecodeError:
        raise BadSettings("the file .env is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise BadSettings(f"the file .env cannot be read: {error.strerror or type(error).__name__}") from None


class Settings(BaseSettings):
    """Every setting that has an effect, with its default. Names are those of `.env.example`."""

    # A line that is left empty sets nothing; editors of Windows put a mark before the first line.
    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore"
    )

    telegram_token: SecretStr | None = Field(default=None, alias="TELEGRAM_TOKEN")
    telegram_base_url: str = Field(
        default="https://api.telegram.org", alias="TELEGRAM_BASE_URL", pattern="^https?://[^/]"
    )
    telegram_proxy: SecretStr | None = Field(default=None, alias="TELEGRAM_PROXY")
    discord_token: SecretStr | None = Field(default=None, alias="DISCORD_TOKEN")
    discord_api_url: str | None = Field(default=None, alias="DISCORD_API_URL", pattern="^https?://[^/]")
    discord_gateway_url: str | None = Field(default=None, alias="DISCORD_GATEWAY_URL", pattern="^wss?://[^/]")
    discord_proxy: SecretStr | None = Field(default=None, alias="DISCORD_PROXY")
    database: Path = Field(default=Path("data/twentyone.db"), alias="TWENTYONE_DATABASE")
    language: str = Field(default="en", alias="TWENTYONE_LANGUAGE", pattern="^(ru|hu|en)$")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", alias="TWENTYONE_LOG_LEVEL"
    )
    web_host: str = Field(default="127.0.0.1", alias="TWENTYONE_WEB_HOST", min_length=1)
    web_port: int = Field(default=8021, alias="TWENTYONE_WEB_PORT", ge=0, le=65535)
    web_key: SecretStr | None = Field(default=None, alias="TWENTYONE_WEB_KEY")
    min_move_seconds: int = Field(default=15, alias="TWENTYONE_MIN_MOVE_SECONDS", ge=1, le=600)
    group_calls_per_minute: int | None = Field(
        default=None, alias="TWENTYONE_GROUP_CALLS_PER_MINUTE", ge=1, le=100_000
    )
    # No setting of ours: hosts set it for programs that publish a page, which this one does not.
    port: int | None = Field(default=None, alias="PORT", ge=0, le=65535)

    @property
    def has_token(self) -> bool:
        """Whether a platform can be played on; without one the local page starts."""
        return self.telegram_token is not None or self.discord_token is not None

    @field_validator("web_key", mode="after")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        """A key that cannot be guessed."""
        if value is not None and len(value.get_secret_value()) < _KEY_LENGTH:
            raise ValueError(f"a key has {_KEY_LENGTH} characters or more")
        return value

    @field_validator("telegram_proxy", "discord_proxy", mode="after")
    @classmethod
    def _proxy(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        """A proxy is an address with its scheme."""
        if value is None:
            return None
        schemes = _SCHEMES[f"{info.field_name}".upper()]
        try:
            address = urlsplit(value.get_secret_value())
            good = address.scheme in schemes and bool(address.hostname) and address.port != 0
        except ValueError:  # a port or an IPv6 address that cannot be
            good = False
        if not good:
            raise ValueError(f"write it as {schemes[0]}://host:port (or {', '.join(schemes[1:])})")
        return value
