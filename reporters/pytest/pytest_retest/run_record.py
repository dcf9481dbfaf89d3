"""What a run has led to so far: which tests matched, what stands recorded for each check, and which results still have to be."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

CHECK_MARK = "retest.check"
PLATFORMS_MARK = "retest.platforms"


class RunRecord:
    def __init__(self, standing: Optional[Dict[str, str]] = None) -> None:
        self.counts = {"cases": 0, "matched": 0, "skipped": 0, "unmatched": 0, "ambiguous": 0}
        # Tests that belong to no check, or to several.
        self.astray: List[Dict[str, Any]] = []
        # What is recorded, by check and platform: all in all, and by this run.
        self.standing: Dict[str, str] = dict(standing or {})
        self._recorded: Dict[str, str] = {}

    def take(self, tests: List[Dict[str, Any]], fates: List[Dict[str, Any]]) -> Tuple[List[Dict[str, Any]], Dict[str, str]]:
        """What of these tests has to be recorded. A check has one result on each platform: failed as soon as one of its tests failed, however
        many pass later, so that it reads the same whether its tests are sent together or one by one."""
        verdicts: Dict[str, str] = {}
        for fate in fates:
            self._count(fate)
            for slot in _slots(fate):
                if fate["outcome"] == "failed" or slot not in verdicts:
                    verdicts[slot] = fate["outcome"]
        verdicts = {slot: verdict for slot, verdict in verdicts.items() if self._changes(slot, verdict)}
        needed = []
        for test, fate in zip(tests, fates):
            platforms = [slot.split(" ")[1] for slot in _slots(fate) if slot in verdicts]
            if platforms:
                needed.append(_pinned(test, fate["check"]["id"], platforms))
        return needed, verdicts

    def keep(self, verdicts: Dict[str, str]) -> None:
        self.standing.update(verdicts)
        self._recorded.update(verdicts)

    def recorded(self) -> Tuple[int, int, int]:
        """How many passed, how many failed, and on how many checks."""
        failed = sum(1 for outcome in self._recorded.values() if outcome == "failed")
        return len(self._recorded) - failed, failed, len({slot.split(" ")[0] for slot in self._recorded})

    def _changes(self, slot: str, verdict: str) -> bool:
        before = self.standing.get(slot)
        return before is None or (before == "passed" and verdict == "failed")

    def _count(self, fate: Dict[str, Any]) -> None:
        self.counts["cases"] += 1
        self.counts["matched" if fate["fate"] == "recorded" else fate["fate"]] += 1
        if fate["fate"] in ("unmatched", "ambiguous"):
            self.astray.append(fate)


def _slots(fate: Dict[str, Any]) -> List[str]:
    if fate["fate"] != "recorded" or fate["check"] is None:
        return []
    return [f"{fate['check']['id']} {code}" for code in fate["platforms"]]


def _pinned(test: Dict[str, Any], check: str, platforms: List[str]) -> Dict[str, Any]:
    """The same test, belonging to just this check and these platforms."""
    others = {name: value for name, value in test.items() if name not in ("tags", "browser")}
    return {**others, "extra": {CHECK_MARK: [check], PLATFORMS_MARK: platforms}}
