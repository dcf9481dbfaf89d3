// A server that is killed in the midst of requests with an Idempotency-Key: whatever is repeated afterwards was done once.
import { afterAll, expect, test } from "vitest";
import { freshPlace } from "../support/clients/cli-settings.ts";
import { command } from "../support/clients/command.ts";
import { call, type RunningServer, serve } from "../support/clients/run-cli.ts";
import { DATABASES, sampleApp } from "../support/server/test-server.ts";

const ROUNDS = 3;
const WRITERS = 8;
const running: RunningServer[] = [];
afterAll(() => Promise.all(running.map((server) => server.stop("SIGKILL"))));

test.concurrent.each(DATABASES)("on %s", async (kind) => {
  const place = await freshPlace(kind);
  const start = async () => {
    const server = await serve({ ...place.settings, RETEST_API_RATE: "0" });
    running.push(server);
    return server;
  };
  try {
    const key = await place.key("admin");
    let server = await start();
    const app = (await call(server.address, key, "POST", "/apps", sampleApp())).data.id;
    const answered = new Map<string, string>();
    const sent = new Set<string>();
    const raise = async (word: string) => {
      sent.add(word);
      const response = await fetch(`${server.address}/api/v1/issues`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": word },
        body: JSON.stringify({ app, check: "PAY-1", text: word }),
      });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`${response.status} ${text}`);
      return text;
    };
    for (let round = 0; round < ROUNDS; round++) {
      let enough = () => {};
      const killing = new Promise<void>((resolve) => {
        enough = resolve;
      });
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; ; n++) {
          const word = `${round}-${writer}-${n}`;
          answered.set(word, await raise(word));
          if (n === 5 + round) enough();
        }
      });
      const settled = Promise.allSettled(writers);
      await Promise.race([killing, settled]);
      await server.stop("SIGKILL");
      await settled;
      server = await start();
      // Those without an answer may have happened or not: repeated, they have happened.
      for (const word of sent) {
        const text = await raise(word);
        if (answered.has(word)) expect(text).toBe(answered.get(word));
        answered.set(word, text);
      }
    }
    const texts: string[] = [];
    for (let path: string | null = `/issues?app=${app}&limit=200`; path !== null; ) {
      const page = await call(server.address, key, "GET", path);
      texts.push(...page.data.map(({ text }: { text: string }) => text));
      path = page.next_cursor === null ? null : `/issues?app=${app}&limit=200&cursor=${page.next_cursor}`;
    }
    expect(texts.sort()).toEqual([...sent].sort());
    expect(sent.size).toBeGreaterThan(ROUNDS * WRITERS);
    expect((await server.stop()).code).toBe(0);
    expect(await command(["doctor"], place.settings)).toMatchObject({ code: 0 });
  } finally {
    await place.remove();
  }
});
