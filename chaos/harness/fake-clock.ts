// A clock for another process that can be set while it runs: libfaketime, which reads the time from a file.
import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../test/support/clients/run-cli.ts";

export interface FakeClock {
  /** Settings for the environment of the process. */
  env: Settings;
  /** Stops the clock at this time. */
  freeze(at: number): void;
  /** Lets the clock go on from this time. */
  runFrom(at: number): void;
}

function library(): string | undefined {
  const folders = existsSync("/usr/lib")
    ? readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "faketime"))
    : [];
  return folders.map((folder) => join(folder, "libfaketimeMT.so.1")).find((file) => existsSync(file));
}

export function lacksFakeClock(): string | null {
  return library() === undefined ? "there is no libfaketime: apt-get install libfaketime" : null;
}

export function fakeClock(file: string): FakeClock {
  const set = (text: string) => writeFileSync(file, `${text}\n`);
  set("+0");
  // The database runs as another user.
  chmodSync(file, 0o644);
  return {
    env: {
      LD_PRELOAD: library()!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      TZ: "UTC",
    },
    freeze: (at) => set(new Date(at).toISOString().replace("T", " ").replace("Z", "")),
    runFrom: (at) => set(`${at < Date.now() ? "" : "+"}${((at - Date.now()) / 1_000).toFixed(3)}`),
  };
}
