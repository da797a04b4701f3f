"""Settings: what stands in the way is one sentence that names the setting and never its value."""

from pathlib import Path

import pytest

from bot.cli.disks import forgetful
from bot.cli.settings import BadSettings, read_settings


@pytest.fixture(autouse=True)
def folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("TELEGRAM_TOKEN", "DISCORD_TOKEN", "PORT", "TWENTYONE_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


def refused() -> str:
    with pytest.raises(BadSettings) as error:
        read_settings()
    (sentence,) = error.value.sentences
    return sentence


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "cp1251"])
def test_a_file_that_is_not_utf8_is_named(encoding):
    Path(".env").write_bytes("TWENTYONE_LANGUAGE=ru # язык\n".encode(encoding))
    assert ".env" in refused()


def test_the_mark_of_a_windows_editor_hides_no_setting():
    Path(".env").write_bytes("TWENTYONE_LANGUAGE=hu\n".encode("utf-8-sig"))
    assert read_settings().language == "hu"


@pytest.mark.parametrize(
    "name", ["PORT", "TWENTYONE_LANGUAGE", "TWENTYONE_WEB_PORT", "TWENTYONE_DATABASE", "TELEGRAM_TOKEN",
             "TELEGRAM_PROXY", "DISCORD_API_URL", "TWENTYONE_GROUP_CALLS_PER_MINUTE"],
)  # fmt: skip
@pytest.mark.parametrize("in_file", [True, False])
def test_a_setting_that_is_left_empty_sets_nothing(monkeypatch, name, in_file):
    before = read_settings()
    if in_file:
        Path(".env").write_text(f"{name}=\n")
    else:
        monkeypatch.setenv(name, "")
    assert read_settings() == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_PROXY", "secret.example:8080"),
        ("TELEGRAM_PROXY", "socks://secret.example:1080"),
        ("TELEGRAM_PROXY", "http://"),
        ("TELEGRAM_PROXY", "http://secret.example:99999"),
        ("DISCORD_PROXY", "socks5://secret.example:1080"),
        ("TWENTYONE_WEB_PORT", "secret"),
        ("TWENTYONE_LANGUAGE", "secret"),
    ],
)
def test_a_setting_that_cannot_be_is_named_without_its_value(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    sentence = refused()
    assert name in sentence
    assert "secret" not in sentence


def test_proxies_with_their_schemes_are_taken(monkeypatch):
    for name, value in [
        ("TELEGRAM_PROXY", "socks5://user:pass@proxy.example:1080"),
        ("TELEGRAM_PROXY", "http://[2001:db8::1]:8080"),
        ("DISCORD_PROXY", "http://proxy.example:8080"),
    ]:
        monkeypatch.setenv(name, value)
        read_settings()


@pytest.mark.parametrize(
    ("environment", "sign"),
    [({"DYNO": "web.1"}, "DYNO"), ({}, None), ({"DYNO": ""}, None)],
)
def test_a_disk_that_forgets_is_known_by_its_host(tmp_path, environment, sign):
    assert forgetful(tmp_path / "twentyone.db", environment) == sign


def test_elsewhere_a_volume_remembers():
    """A file on a disk of its own is on a volume; one below no mount is not."""
    mounted = Path("/proc/twentyone.db")
    if not mounted.parent.is_mount():
        pytest.skip("no second disk is known here")
    cloud = {"K_SERVICE": "bot"}
    assert forgetful(mounted, cloud) is None
    assert forgetful(Path("/twentyone.db"), cloud) == "K_SERVICE"
