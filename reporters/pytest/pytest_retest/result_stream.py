"""Sends the results of a run while it goes on, from a thread of its own: what has come is sent about once a second. While the server is away
they wait, and none is sent twice."""

from __future__ import annotations

import json
import threading
import time
import uuid
from typing import Any, Dict, List, Optional, Union
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .run_record import RunRecord
from .settings import Settings

GATHER_SECONDS = 1.0
MOST_WAIT_SECONDS = 30.0
# Of a request, while the run goes on; nobody waits for it.
ANSWER_WITHIN = 30.0
# How long the end of a run waits for one answer: of a server that answered before, and of one that has been away.
LAST_ANSWER = 5.0
LAST_TRY = 2.0
FIRST_RETRY = 0.25
MOST_AT_ONCE = 500
# Then it is no longer the tests that are wrong.
MOST_REFUSED = 5

AWAY, STOPPED = object(), object()


class _NoRedirect(HTTPRedirectHandler):
    """The key is for this server alone, so nobody is followed elsewhere."""

    def redirect_request(self, *args: Any) -> None:
        return None


class ResultStream:
    def __init__(self, settings: Settings, unsent: Optional[Dict[str, Any]] = None) -> None:
        unsent = unsent or {}
        self.record = RunRecord(unsent.get("standing"))
        # Tests that the server refuses for what they say.
        self.refused: List[Dict[str, Any]] = []
        # Why nothing is sent any more; and why the last attempt failed.
        self.stopped: Optional[str] = None
        self.away: Optional[str] = None
        self._settings = settings
        self._opener = build_opener(_NoRedirect())
        self._waiting: List[Dict[str, Any]] = list(unsent.get("waiting", []))
        # A request that may have reached the server: it is repeated to the letter.
        self._piece: Optional[Dict[str, Any]] = unsent.get("piece")
        self._at_once = MOST_AT_ONCE
        self._timeout = ANSWER_WITHIN
        self._failures = 0
        self._pause = GATHER_SECONDS
        self._thread: Optional[threading.Thread] = None
        self._something = threading.Event()
        self._ending = threading.Event()
        self._is_given_up = False

    def add(self, test: Dict[str, Any]) -> None:
        self._waiting.append(test)
        self._something.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._send_on, name="retest", daemon=True)
            self._thread.start()

    @property
    def left(self) -> int:
        """How many tests are not recorded yet."""
        piece = self._piece
        return len(self._waiting) + (0 if piece is None else piece["tests"])

    def unsent(self) -> Dict[str, Any]:
        """What is left, for a file."""
        return {
            "retest_unsent": 1,
            "url": self._settings.url,
            "query": self._settings.query,
            "map": self._settings.map,
            "piece": self._piece,
            "waiting": self._waiting,
            "standing": self.record.standing,
        }

    def finish(self) -> None:
        """Sends what is left, as long as the server answers; for one that does not a run waits only if it was told to. From a thread: the
        limit of a request is one for each piece of its answer, and a server can take for ever to send the next."""
        self._ending.set()
        self._something.set()
        last = threading.Thread(target=self._send_rest, name="retest", daemon=True)
        last.start()
        bound = LAST_ANSWER + (self._settings.wait or 0.0)
        while True:
            left = self.left
            last.join(bound)
            if not last.is_alive():
                return
            # As long as it answers there may be more to send than fits into that time.
            if self.left == left:
                self._is_given_up = True
                self.away = f"{self._settings.url} does not answer in time."
                return

    def _send_rest(self) -> None:
        began = time.monotonic()
        if self._thread is not None:
            self._thread.join()
        if self._is_given_up:
            return
        was_away = self.away is not None
        self._timeout = LAST_TRY if was_away else LAST_ANSWER
        tries = 0
        while self.left > 0 and self.stopped is None and not self._is_given_up:
            while self.left > 0 and not self._is_given_up and self._step():
                pass
            wait = self._settings.wait
            is_worth_it = tries == 0 and not was_away if wait is None else time.monotonic() - began < wait
            if self.away is None or not is_worth_it:
                return
            time.sleep(min(FIRST_RETRY * 2**tries, LAST_TRY))
            tries += 1

    def _send_on(self) -> None:
        while not self._ending.is_set() and self.stopped is None:
            self._something.wait()
            if self._ending.wait(self._pause):
                return
            self._something.clear()
            while self.left > 0 and not self._ending.is_set():
                if not self._step():
                    # Asked again after a pause that grows.
                    self._something.set()
                    break

    def _step(self) -> bool:
        """Whether the next one may follow at once."""
        return self._match() if self._piece is None else self._send_piece(self._piece)

    def _match(self) -> bool:
        """Asks which checks the next tests belong to. Nothing is recorded yet: what came before decides what has to be."""
        tests = self._waiting[: self._at_once]
        name = str(uuid.uuid4())
        answer = self._post(_report_text(tests, self._settings.map, name), name, True)
        if answer is AWAY or answer is STOPPED:
            return False
        if isinstance(answer, str):
            return self._refuse(tests, answer)
        self._at_once = MOST_AT_ONCE
        needed, verdicts = self.record.take(tests, answer)
        if needed:
            key = str(uuid.uuid4())
            body = _report_text(needed, None, key)
            self._piece = {"key": key, "body": body, "tests": len(needed), "verdicts": verdicts}
        del self._waiting[: len(tests)]
        return True

    def _send_piece(self, piece: Dict[str, Any]) -> bool:
        answer = self._post(piece["body"], piece["key"], False)
        if answer is AWAY or answer is STOPPED:
            return False
        if isinstance(answer, str):
            self.stopped = answer
            return False
        self.record.keep(piece["verdicts"])
        self._piece = None
        return True

    def _refuse(self, tests: List[Dict[str, Any]], why: str) -> bool:
        """One test can have all of them refused: smaller and smaller parts find it."""
        self._at_once = (len(tests) + 1) // 2
        if len(tests) > 1:
            return True
        if len(self.refused) >= MOST_REFUSED:
            self._waiting[:0] = [one["test"] for one in self.refused]
            self.refused = []
            self.stopped = why
            return False
        self.refused.append({"test": tests[0], "why": why})
        del self._waiting[:1]
        self._at_once = MOST_AT_ONCE
        return True

    def _post(self, body: str, idempotency_key: str, is_dry: bool) -> Union[object, str, List[Dict[str, Any]]]:
        """The fates of its tests, AWAY or STOPPED, or why it is refused for what it says."""
        settings = self._settings
        query = {**settings.query, **({"dry_run": "true"} if is_dry else {})}
        headers = {
            "Authorization": f"Bearer {settings.key}",
            "Content-Type": "application/octet-stream",
            "Idempotency-Key": idempotency_key,
        }
        address = f"{settings.url}/api/v1/results/report?{urlencode(query, doseq=True)}"
        request = Request(address, data=body.encode("utf-8", "replace"), headers=headers, method="POST")
        retry_after = None
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                cases = json.loads(response.read())["data"]["cases"]
            if self._is_given_up:
                return AWAY
            self.away, self._failures, self._pause = None, 0, GATHER_SECONDS
            return cases
        except HTTPError as error:
            status, retry_after = error.code, error.headers.get("Retry-After")
            code, why = _refusal(error)
            if status not in (408, 429) and status < 500 and code != "in_progress":
                if status == 400:
                    return why
                self.stopped = why
                return STOPPED
        except Exception as error:  # whatever is wrong with a network fails no run
            why = f"{settings.url} can't be reached ({getattr(error, 'reason', None) or error})."
        self.away = why
        pause = min(GATHER_SECONDS * 2**self._failures, MOST_WAIT_SECONDS)
        self._failures += 1
        self._pause = max(pause, float(retry_after)) if (retry_after or "").isdigit() else pause
        return AWAY


def _refusal(error: HTTPError) -> tuple:
    try:
        refusal = json.loads(error.read())["error"]
        return refusal["code"], refusal["message"]
    except Exception:
        return "unknown_answer", f"The server answered {error.code}, which is no answer of Retest: is the address right?"


def _report_text(tests: List[Dict[str, Any]], run_map: Optional[str], name: str) -> str:
    """With the mapping, if there is one, as a form."""
    results = {"tool": {"name": "retest"}, "tests": tests}
    report = json.dumps({"reportFormat": "CTRF", "specVersion": "0.0.0", "results": results})
    if run_map is None:
        return report

    def part(field: str, text: str) -> str:
        return f'--retest-{name}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{text}\r\n'

    return f"{part('map', run_map)}{part('report', report)}--retest-{name}--\r\n"
