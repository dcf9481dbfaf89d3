"""What is said at the end of a run, and the file with what could not be sent."""

from __future__ import annotations

import json
import os
import secrets
from typing import Any, Dict, List, Optional

from .result_stream import ResultStream

# Tests that are told one by one.
MOST_TOLD = 10


def describe_run(stream: ResultStream, path: Optional[str]) -> List[str]:
    """One line with the numbers; then one for each of the first tests that are not recorded, with what would match."""
    counts, refused = stream.record.counts, stream.refused
    passed, failed, checks = stream.record.recorded()
    fates = [f"{counts[fate]} {fate}" for fate in ("matched", "skipped", "unmatched")]
    if counts["ambiguous"] > 0:
        fates.append(f"{counts['ambiguous']} ambiguous")
    if refused:
        fates.append(f"{len(refused)} refused")
    tests = _counted(counts["cases"] + len(refused), "test")
    lines = [f"Retest: recorded {passed} passed and {failed} failed on {_counted(checks, 'check')}; {tests}: {', '.join(fates)}."]
    told = []
    for case in stream.record.astray:
        near = f": {', '.join(check['ref'] for check in case['candidates'])}" if case["candidates"] else ""
        told.append(f"  {case['fate']} {json.dumps(case['name'], ensure_ascii=False)}: {case['why']}{near}")
    told += [f"  refused {json.dumps(one['test']['name'], ensure_ascii=False)}: {one['why']}" for one in refused]
    lines += told[:MOST_TOLD]
    if len(told) > MOST_TOLD:
        lines.append(f"  and {len(told) - MOST_TOLD} more")
    if path is not None:
        why = (stream.stopped or stream.away or "the run ended first").rstrip(".")
        file = os.path.relpath(path)
        lines.append(f"Retest: not all was sent: {why}.")
        lines.append(f"  {_counted(stream.left, 'test')} kept in {file}; to send: python -m pytest_retest {file}")
    return lines


def too_few_matched(stream: ResultStream, least: Optional[str]) -> Optional[str]:
    """Why too few tests matched; None also while a part of them is not sent: a server that is away fails no run."""
    if least is None or stream.left > 0:
        return None
    counts = stream.record.counts
    were_run = counts["matched"] + counts["unmatched"] + counts["ambiguous"]
    needed = _needed(least, were_run)
    if counts["matched"] >= needed:
        return None
    if were_run == 0:
        return "Retest: no test that was run matched a check, and min-matched asks for some."
    return f"Retest: only {counts['matched']} of {_counted(were_run, 'test')} matched a check: {needed} are needed."


def _needed(least: str, were_run: int) -> int:
    """A share of none at all is still one test: a run in which nothing ran proves nothing."""
    if not least.endswith("%"):
        return int(least)
    share = int(least[:-1])
    return 0 if share == 0 else max(1, -(-were_run * share // 100))


def write_unsent(folder: str, unsent: Dict[str, Any]) -> str:
    """Gives its path. It holds no key."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"retest-unsent-{secrets.token_hex(4)}.json")
    write_unsent_to(path, unsent)
    return path


def write_unsent_to(path: str, unsent: Dict[str, Any]) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(unsent, file, indent=1)
        file.write("\n")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
