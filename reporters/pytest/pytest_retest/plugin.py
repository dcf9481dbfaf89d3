"""The plugin: it tells of each test as it ends, and of the end of the run."""

from __future__ import annotations

import os
import re
from typing import Any, Dict, List, Optional

import pytest

from .result_stream import ResultStream
from .run_record import CHECK_MARK, PLATFORMS_MARK
from .settings import OPTIONS, NotSetUp, Settings, read_settings, variable_of
from .summary import describe_run, too_few_matched, write_unsent

# The server keeps less than that of a message.
MOST_MESSAGE = 4_000


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("retest", "results for Retest")
    for name, words in OPTIONS.items():
        group.addoption(f"--retest-{name}", default=None, help=f"{words}; by default {variable_of(name)}")
        parser.addini(f"retest_{name.replace('-', '_')}", words.replace("%%", "%"), default=None)


def pytest_configure(config: pytest.Config) -> None:
    mark = "retest(check, platforms=None): the check that the test belongs to, by its ref, id or title, and codes of platforms"
    config.addinivalue_line("markers", mark)
    # Workers of pytest-xdist tell the process that started them.
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        config.pluginmanager.register(RunReporter(config), "retest-reporter")


def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    """A mark becomes properties: they reach the process that reports, and stand in JUnit XML, too."""
    for item in items:
        mark = item.get_closest_marker("retest")
        if mark is None:
            continue
        item.user_properties.extend((CHECK_MARK, str(check)) for check in mark.args)
        platforms = mark.kwargs.get("platforms") or []
        codes = platforms if isinstance(platforms, str) else ",".join(platforms)
        if codes:
            item.user_properties.append((PLATFORMS_MARK, codes))


class RunReporter:
    def __init__(self, config: pytest.Config) -> None:
        self._lines: List[str] = []
        self._settings: Optional[Settings] = None
        self._stream: Optional[ResultStream] = None
        # The phases of each test that is running.
        self._phases: Dict[str, List[pytest.TestReport]] = {}

        def option(name: str) -> Optional[str]:
            ini = f"retest_{name.replace('-', '_')}"
            return config.getoption(ini) or config.getini(ini)

        try:
            self._settings = read_settings(option, os.environ, os.getcwd())
            self._stream = ResultStream(self._settings)
        except NotSetUp as error:
            self._lines.append(f"Retest: nothing is recorded: {error}.")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._stream is None:
            return
        running = f"{_worker_of(report)} {report.nodeid}"
        if report.outcome == "rerun":
            self._phases.pop(running, None)
            return
        phases = self._phases.setdefault(running, [])
        phases.append(report)
        if report.when == "teardown":
            self._stream.add(_ctrf_test(self._phases.pop(running)))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        stream, settings = self._stream, self._settings
        if stream is None or settings is None:
            return
        # What a crashed worker left unfinished has failed.
        for phases in self._phases.values():
            if any(phase.failed for phase in phases):
                stream.add(_ctrf_test(phases))
        stream.finish()
        path = None
        if stream.left > 0:
            try:
                path = write_unsent(settings.unsent_folder, stream.unsent())
            except OSError as error:
                self._lines.append(f"Retest: {stream.left} could be neither sent nor kept: {error}")
        self._lines += describe_run(stream, path)
        short = too_few_matched(stream, settings.min_matched)
        if short is not None:
            self._lines.append(short)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for line in self._lines:
            terminalreporter.write_line(line)


def _worker_of(report: pytest.TestReport) -> str:
    """The name of the worker of pytest-xdist that ran the test; how else a worker describes itself changes while it ends."""
    node = getattr(report, "node", None)
    return "" if node is None else str(node.gateway.id)


def _ctrf_test(phases: List[pytest.TestReport]) -> Dict[str, Any]:
    """A test as it stands in the report that is sent."""
    last = phases[-1]
    failed = next((phase for phase in phases if phase.failed), None)
    is_skipped = any(phase.skipped for phase in phases)
    *suites, name = last.nodeid.split("::") if "[" not in last.nodeid else _split(last.nodeid)
    test: Dict[str, Any] = {
        "name": name,
        "status": "failed" if failed else "skipped" if is_skipped else "passed",
        "duration": 0,
        "suite": suites,
    }
    if failed is not None:
        test["message"] = _message_of(failed)[:MOST_MESSAGE]
    parameters = re.search(r"\[(.*)\]$", name, re.S)
    if parameters is not None:
        # As pytest-playwright names the browser.
        test["browser"] = parameters.group(1)
    extra: Dict[str, List[str]] = {}
    for key, value in last.user_properties:
        if key in (CHECK_MARK, PLATFORMS_MARK) and str(value) not in extra.get(key, []):
            extra.setdefault(key, []).append(str(value))
    if extra:
        test["extra"] = extra
    return test


def _split(nodeid: str) -> List[str]:
    """Parameters may hold anything, also what separates names."""
    before, _, parameters = nodeid.partition("[")
    *suites, name = before.split("::")
    return [*suites, f"{name}[{parameters}"]


def _message_of(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message if crash is not None else report.longrepr or "")
