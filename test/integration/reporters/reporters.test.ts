// The reporters, each from its package and in its real runner, against a real server that is sometimes away.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RunRecord } from "../../../reporters/core/src/run-record.ts";
import { tooFewMatched } from "../../../reporters/core/src/run-summary.ts";
import { ciRunOf } from "../../../src/cli/remote/ci-environment.ts";
import { type FlakyEndpoint, openFlakyEndpoint } from "../../support/clients/flaky-endpoint.ts";
import { openRunnerProject, type RunnerProject } from "../../support/clients/runner-project.ts";
import { PYTHON } from "../../support/machine/find-python.ts";
import { CI_ENVIRONMENTS } from "../../support/samples/ci-environments.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";
import { JEST, PLAYWRIGHT, PYTEST, type Story, VITEST } from "./stories.ts";

const STORIES: Story[] = [VITEST, PLAYWRIGHT, JEST, ...(PYTHON === undefined ? [] : [PYTEST])];
// Each reads the environment of a CI job by itself.
test.runIf(PYTHON)("the pytest plugin finds build and run of a CI job where the command finds them", () => {
  const environments = CI_ENVIRONMENTS.map(([, env]) => env);
  const script =
    "import json, sys; from pytest_retest.ci_environment import ci_run_of; print(json.dumps([ci_run_of(env) for env in json.load(sys.stdin)]))";
  const options = { cwd: "reporters/pytest", input: JSON.stringify(environments), encoding: "utf8" } as const;
  const found = JSON.parse(execFileSync(PYTHON!, ["-B", "-c", script], options));
  expect(found).toEqual(environments.map(ciRunOf).map(({ build, run }) => [build, run]));
});

const SOME_ARE_ASKED_FOR = "Retest: no test that was run matched a check, and min-matched asks for some.";
const LEAST_OF_NONE: [least: string, short: string | null][] = [
  ["1", SOME_ARE_ASKED_FOR],
  ["1%", SOME_ARE_ASKED_FOR],
  ["100%", SOME_ARE_ASKED_FOR],
  ["0%", null],
  ["0", null],
];
test.each(LEAST_OF_NONE)("where no test was run, min-matched=%s of a reporter says: %s", (least, short) => {
  const [, count, sign] = /^(\d+)(%?)$/.exec(least)!;
  expect(tooFewMatched({ record: new RunRecord(), left: 0 }, { count: Number(count), isShare: sign !== "" })).toBe(
    short,
  );
});

test.runIf(PYTHON)("where no test was run, the pytest plugin says the same of min-matched", () => {
  const script = `
import json, sys
from types import SimpleNamespace as Some
from pytest_retest.summary import too_few_matched
stream = Some(left=0, record=Some(counts={"matched": 0, "unmatched": 0, "ambiguous": 0}))
print(json.dumps([too_few_matched(stream, least) for least in json.load(sys.stdin)]))`;
  const input = JSON.stringify(LEAST_OF_NONE.map(([least]) => least));
  const options = { cwd: "reporters/pytest", input, encoding: "utf8" } as const;
  expect(JSON.parse(execFileSync(PYTHON!, ["-B", "-c", script], options))).toEqual(
    LEAST_OF_NONE.map(([, short]) => short),
  );
});

test.runIf(PYTHON)("a test whose worker ends between its phases is one test for the pytest plugin", () => {
  const script = `
from types import SimpleNamespace as Some
import execnet
from pytest_retest.plugin import RunReporter

gateway = execnet.makegateway()
reporter = RunReporter(Some(getoption=lambda name: "x" if "app" in name else None, getini=lambda name: None))
added, channels = [], []
reporter._stream = Some(add=added.append)
for phase in ("setup", "call", "teardown"):
    channels.append(gateway.newchannel()) # It describes itself by how many it has.
    report = Some(node=Some(gateway=gateway), nodeid="test_pay.py::test_pays", when=phase, outcome="", failed=phase == "call", skipped=False, longrepr="twice", user_properties=[])
    reporter.pytest_runtest_logreport(report)
gateway.exit()
print([test["status"] for test in added])
`;
  expect(execFileSync(PYTHON!, ["-B", "-c", script], { cwd: "reporters/pytest", encoding: "utf8" })).toBe(
    "['failed']\n",
  );
});

test.runIf(PYTHON).each([
  ["never answers", "pass"],
  ["begins an answer and sends a byte of it now and then", "drip(connection)"],
])(
  "the end of a run with the pytest plugin does not wait for a server that %s, and keeps what it could not send",
  (_, behave) => {
    const script = `
import socket, threading, time
from types import SimpleNamespace as Some
from pytest_retest import result_stream
from pytest_retest.result_stream import ResultStream

result_stream.LAST_ANSWER, result_stream.ANSWER_WITHIN = 1.0, 60.0
endpoint = socket.create_server(("127.0.0.1", 0))
kept = []

def drip(connection):
    connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 1000000\\r\\n\\r\\n")
    while True:
        connection.sendall(b" ")
        time.sleep(0.1)

def serve():
    while True:
        connection, _ = endpoint.accept()
        kept.append(connection)
        threading.Thread(target=lambda: (${behave}), daemon=True).start()

threading.Thread(target=serve, daemon=True).start()
url = "http://127.0.0.1:%d" % endpoint.getsockname()[1]
for wait, is_under_way in ((None, False), (None, True), (1.0, True)):
    stream = ResultStream(Some(url=url, key="k", query={"app": "x"}, map=None, wait=wait))
    if is_under_way:
        stream.add({"name": "one"})
        while not kept:
            time.sleep(0.01)
    else:
        stream._waiting.append({"name": "one"})
    stream.finish()
    print(stream.left, stream.away == url + " does not answer in time.", len(stream.unsent()["waiting"]))
    kept.clear()
`;
    const options = { cwd: "reporters/pytest", encoding: "utf8", timeout: 120_000 } as const;
    const said = execFileSync(PYTHON!, ["-B", "-c", script.replace("(pass)", "None")], options);
    expect(said).toBe("1 True 1\n1 True 1\n1 True 1\n");
  },
);

const REFS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `CART-${number}`);

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const world = worldOf(kind);
  let endpoint: FlakyEndpoint;
  beforeAll(async () => {
    endpoint = await openFlakyEndpoint(world.address);
  });
  afterAll(() => endpoint?.close());

  describe.each(STORIES)("$runner", (story) => {
    let project: RunnerProject;
    let app: string;
    beforeAll(() => {
      project = openRunnerProject(story.files, story);
    });
    afterAll(() => project?.remove());
    beforeEach(async () => {
      const platforms = ["web", "ios"].map((code) => ({ code, label: code }));
      const checks = [...REFS, "PAY-1"].map((ref) => ({ ref, title: `Title of ${ref}` }));
      app = (await world.app({ platforms, sections: [{ title: "Shop", checks }] })).id;
    });

    const env = () => ({
      ENDPOINT: endpoint.address,
      RETEST_URL: endpoint.address,
      RETEST_API_KEY: world.tester,
      RETEST_APP: app,
      RETEST_BUILD: "7.1",
    });
    const run = (words: string[], more: Record<string, string> = {}) =>
      project.run([...story.program, ...words], { ...env(), ...more });
    const send = (file: string, more: Record<string, string> = {}) =>
      project.run([...story.send, file], { ...env(), ...more });
    const results = async () => {
      const { body } = await world.call(world.viewer, "GET", `/results?app=${app}&limit=200`);
      return body.data.map((one: { check: { ref: string }; platform: string; outcome: string }) =>
        [one.check.ref, one.platform, one.outcome].join(" "),
      );
    };

    test("records every outcome on its platform while the run goes on, and says what matched", async () => {
      endpoint.begin("open");
      const { code, output } = await run(story.all);
      expect(output).toContain(`Retest: recorded 5 passed and 2 failed on 6 checks; ${story.counts}`);
      expect(output).toMatch(/unmatched ".*cart.8.rounds": .*: CART-8/);
      expect((await results()).sort()).toEqual([
        "CART-1 web passed",
        "CART-2 web passed",
        "CART-3 web failed",
        "CART-6 web passed",
        "CART-7 ios passed",
        "CART-7 web passed",
        "PAY-1 web failed",
      ]);
      const { body } = await world.call(world.viewer, "GET", `/results?app=${app}&check=CART-3`);
      expect(body.data[0]).toMatchObject({ build: "7.1", note: expect.stringContaining("taken twice") });
      // Its own tests failed.
      expect(code).toBe(1);
    });

    test("a server that stays away fails no run; what it missed is kept without the key, and sent later, once", async () => {
      endpoint.begin("lossy");
      const { code, output } = await run(story.passing);
      expect(code).toBe(0);
      const [file = ""] = project.unsent();
      expect(output).toContain(`1 test kept in ${file}; to send: ${story.sendWords} ${file}`);
      expect(readFileSync(join(project.folder, file), "utf8")).not.toContain(world.tester);
      // The server had recorded it; only its answer was lost.
      expect(await results()).toEqual(["CART-1 web passed"]);
      endpoint.begin("closed");
      const still = await send(file, { RETEST_WAIT: "0" });
      expect([still.code, project.unsent()]).toEqual([1, [file]]);
      endpoint.begin("open");
      const sent = await send(file);
      expect(sent.output).toContain("Retest: recorded 1 passed and 0 failed on 1 check");
      expect([sent.code, project.unsent(), await results()]).toEqual([0, [], ["CART-1 web passed"]]);
    });

    test("too few tests that match fail a run only if it asks for more", async () => {
      endpoint.begin("open");
      const { code, output } = await run(story.passing, { RETEST_MIN_MATCHED: "80%" });
      expect(output).toContain("Retest: only 1 of 2 tests matched a check: 2 are needed.");
      expect(code).toBe(1);
    });

    const { patient } = story;
    // The others share the rest with one of these.
    if (patient !== undefined) {
      test("loses nothing when the server is away for a while", async () => {
        endpoint.begin("closed");
        const { code, output } = await run(patient);
        expect([code, await results()]).toEqual([0, ["CART-2 web passed", "CART-1 web passed"]]);
        expect(output).toContain("2 tests: 2 matched");
        expect(project.unsent()).toEqual([]);
      });

      test("a server that is away matches nothing, and fails no run that asks for matches", async () => {
        endpoint.begin("closed");
        const { code } = await run(story.passing, { RETEST_MIN_MATCHED: "80%", RETEST_UNSENT: "kept" });
        expect([code, readdirSync(join(project.folder, "kept"))]).toEqual([
          0,
          [expect.stringMatching(/^retest-unsent-/)],
        ]);
      });

      test("where nothing is set up, nothing is recorded, and a line says so", async () => {
        const { code, output } = await run(story.passing, { RETEST_APP: "" });
        expect([code, output]).toEqual([0, expect.stringContaining("Retest: nothing is recorded: set RETEST_APP.")]);
      });
    }
  });
});
