"""Sends the results that a run could not: python -m pytest_retest FILE... It exits with 0 when all is recorded, with 1 when not, with 2 when its
arguments are wrong."""

from __future__ import annotations

import json
import os
import sys
from typing import List

from .result_stream import ResultStream
from .settings import NotSetUp, read_settings
from .summary import describe_run, write_unsent_to

USAGE = "python -m pytest_retest FILE...: sends results that a run could not send. RETEST_API_KEY is the key, RETEST_URL another server."
PATIENCE_SECONDS = "120"


def send(path: str) -> int:
    try:
        with open(path, encoding="utf-8") as file:
            unsent = json.load(file)
        if unsent.get("retest_unsent") != 1:
            raise ValueError("it holds no unsent results")
        said = {
            "url": os.environ.get("RETEST_URL") or unsent["url"],
            "app": unsent["query"]["app"],
            "wait": os.environ.get("RETEST_WAIT") or PATIENCE_SECONDS,
        }
        settings = read_settings(said.get, os.environ, os.getcwd())
    except NotSetUp as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError, AttributeError) as error:
        print(f"{path}: it can't be read: {error}", file=sys.stderr)
        return 2
    settings.query, settings.map = unsent["query"], unsent["map"]
    stream = ResultStream(settings, unsent)
    stream.finish()
    if stream.left == 0:
        os.remove(path)
    else:
        write_unsent_to(path, stream.unsent())
    print("\n".join(describe_run(stream, path if stream.left > 0 else None)))
    return 1 if stream.left > 0 else 0


def main(files: List[str]) -> int:
    if not files or "--help" in files:
        print(USAGE)
        return 0 if files else 2
    return max(send(path) for path in files)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
