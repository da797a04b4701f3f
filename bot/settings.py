"""Settings, from the environment or a `.env` file (design, part 9)."""

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


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
    web_host: str = Field(default="127.0.0.1", alias="TWENTYONE_WEB_HOST", min_length=1)
    web_port: int = Field(default=8021, alias="TWENTYONE_WEB_PORT", ge=0, le=65535)
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
