"""What the plugin is told: on the command line, in the configuration, or in the environment, in the words of the `retest` command."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional
from urllib.parse import urlsplit

from .ci_environment import ci_run_of

OWN_MAP = "retest.map.yaml"

# Each as --retest-NAME, retest_NAME in the configuration and RETEST_NAME in the environment (the key: RETEST_API_KEY).
OPTIONS = {
    "url": "address of the server",
    "key": "an API key of a tester; better as RETEST_API_KEY: others on the machine can read the arguments of a command",
    "app": "id or name of the app",
    "platform": "codes of platforms for tests that name none, separated by commas",
    "build": "what was tested; by default branch@commit from the CI job's environment",
    "cycle": "id or name of the open cycle that the results are for",
    "run": "link to the run; by default from the CI job's environment",
    "map": "a file that says which checks and platforms tests belong to; by default retest.map.yaml, if there is one",
    "min-matched": "a number of tests, or a share such as 80%%: the run fails if fewer matched a check",
    "wait": "how many seconds the end of the run may wait for a server that is away",
    "unsent": "the folder for results that could not be sent",
}


def variable_of(option: str) -> str:
    return "RETEST_API_KEY" if option == "key" else f"RETEST_{option.upper().replace('-', '_')}"


class NotSetUp(Exception):
    """Why nothing can be recorded."""


@dataclass
class Settings:
    url: str
    key: str
    # Of the request that records a report.
    query: Dict[str, Any]
    # Its text.
    map: Optional[str]
    min_matched: Optional[str]
    # None where nobody said: then as long as a server that answers needs, but not for one that doesn't.
    wait: Optional[float]
    unsent_folder: str


def read_settings(option: Callable[[str], Optional[str]], env: Mapping[str, str], folder: str) -> Settings:
    """Raises NotSetUp."""

    def said(name: str) -> Optional[str]:
        value = str(option(name) or env.get(variable_of(name)) or "").strip()
        return value or None

    url, key, app = said("url"), said("key"), said("app")
    missing = [variable_of(name) for name, value in [("url", url), ("key", key), ("app", app)] if value is None]
    if url is None or key is None or app is None:
        raise NotSetUp(f"set {', '.join(missing)}")
    if not re.match(r"^https?://", url) or not urlsplit(url).netloc:
        raise NotSetUp("RETEST_URL is no http or https address")
    if not re.match(r"^[\x21-\x7e]+$", key):
        raise NotSetUp("RETEST_API_KEY is no API key")
    build, run = ci_run_of(env)
    platforms = said("platform")
    query = {
        "app": app,
        "platforms": None if platforms is None else [code.strip() for code in platforms.split(",")],
        "build": said("build") or build,
        "cycle": said("cycle"),
        "run": said("run") or run,
    }
    wait = said("wait")
    if wait is not None and not re.match(r"^\d{1,5}$", wait):
        raise NotSetUp("RETEST_WAIT is a number of seconds")
    least = said("min-matched")
    if least is not None and not re.match(r"^(\d{1,6}|(\d{1,2}|100)%)$", least):
        raise NotSetUp("min-matched is a number of tests, or a share of them such as 80%")
    return Settings(
        url=url.rstrip("/"),
        key=key,
        query={name: value for name, value in query.items() if value is not None},
        map=_read_map(said("map"), folder),
        min_matched=least,
        wait=None if wait is None else float(wait),
        unsent_folder=os.path.join(folder, said("unsent") or "."),
    )


def _read_map(named: Optional[str], folder: str) -> Optional[str]:
    path = os.path.join(folder, named or OWN_MAP)
    if named is None and not os.path.exists(path):
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise NotSetUp(f"the mapping {named} can't be read ({error.strerror})") from None
