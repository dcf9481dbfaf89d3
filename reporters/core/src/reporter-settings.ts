// What a reporter is told: options of the runner's configuration, else the environment, in the words of the `retest` command.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ciRunOf } from "../../../src/cli/remote/ci-environment.ts";

export interface ReporterOptions {
  /** Address of the server; by default RETEST_URL. */
  url?: string;
  /** An API key of a tester; by default RETEST_API_KEY, which belongs into no file. */
  key?: string;
  /** Id or name of the app; by default RETEST_APP. */
  app?: string;
  /** Codes of platforms for tests that name none; by default RETEST_PLATFORM, separated by commas. */
  platform?: string | string[];
  /** The build that was tested; by default RETEST_BUILD, else branch@commit from the CI job's environment. */
  build?: string;
  /** Id or name of the open cycle that the results are for; by default RETEST_CYCLE. */
  cycle?: string;
  /** Link to the run; by default RETEST_RUN, else from the CI job's environment. */
  run?: string;
  /** A file that says which checks and platforms tests belong to; by default RETEST_MAP, else retest.map.yaml, if there is one. */
  map?: string;
  /** A number of tests, or a share such as "80%": the run fails if fewer matched a check; by default RETEST_MIN_MATCHED. */
  minMatched?: string | number;
  /** How many seconds the end of the run may wait for a server that is away; by default RETEST_WAIT, else it asks once more and goes on. */
  wait?: number | string;
  /** The folder for results that could not be sent; by default RETEST_UNSENT, else the one that the run was started in. */
  unsent?: string;
}

export interface ReporterSettings {
  url: string;
  key: string;
  query: RunParameters;
  /** The text of the mapping file; null where there is none. */
  map: string | null;
  minMatched: MinMatched | null;
  /** Null where nobody said: then as long as a server that answers needs, but not for one that doesn't. */
  waitMs: number | null;
  unsentFolder: string;
}

/** Parameters of the request that records a report. */
export interface RunParameters {
  app: string;
  platforms?: string[];
  build?: string;
  cycle?: string;
  run?: string;
}

export interface MinMatched {
  count: number;
  isShare: boolean;
}

/** Why nothing can be recorded. */
export class NotSetUp extends Error {}

type Environment = Record<string, string | undefined>;

const OWN_MAP = "retest.map.yaml";

/** Throws `NotSetUp`. */
export function readReporterSettings(
  options: ReporterOptions,
  env: Environment,
  folder = process.cwd(),
): ReporterSettings {
  const said = (option: string | number | undefined, name: string) => {
    const value = String(option ?? env[name] ?? "").trim();
    return value === "" ? undefined : value;
  };
  const url = said(options.url, "RETEST_URL");
  const key = said(options.key, "RETEST_API_KEY");
  const app = said(options.app, "RETEST_APP");
  const missing = Object.entries({ RETEST_URL: url, RETEST_API_KEY: key, RETEST_APP: app })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (url === undefined || key === undefined || app === undefined) throw new NotSetUp(`set ${missing.join(", ")}`);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new NotSetUp("RETEST_URL is no http or https address");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new NotSetUp("RETEST_API_KEY is no API key");
  const ci = ciRunOf(env);
  const platforms = said([options.platform ?? []].flat().join(",") || undefined, "RETEST_PLATFORM");
  const query = {
    app,
    platforms: platforms?.split(",").map((code) => code.trim()),
    build: said(options.build, "RETEST_BUILD") ?? ci.build ?? undefined,
    cycle: said(options.cycle, "RETEST_CYCLE"),
    run: said(options.run, "RETEST_RUN") ?? ci.run ?? undefined,
  };
  const wait = said(options.wait, "RETEST_WAIT");
  if (wait !== undefined && !/^\d{1,5}$/.test(wait)) throw new NotSetUp("RETEST_WAIT is a number of seconds");
  return {
    url: url.replace(/\/+$/, ""),
    key,
    query,
    map: readMap(said(options.map, "RETEST_MAP"), folder),
    minMatched: readMinMatched(said(options.minMatched, "RETEST_MIN_MATCHED")),
    waitMs: wait === undefined ? null : Number(wait) * 1_000,
    unsentFolder: resolve(folder, said(options.unsent, "RETEST_UNSENT") ?? "."),
  };
}

function readMap(named: string | undefined, folder: string): string | null {
  const path = resolve(folder, named ?? OWN_MAP);
  if (named === undefined && !existsSync(path)) return null;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new NotSetUp(`the mapping ${named} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function readMinMatched(text: string | undefined): MinMatched | null {
  if (text === undefined) return null;
  const found = /^(\d{1,6})(%?)$/.exec(text);
  const least = { count: Number(found?.[1]), isShare: found?.[2] === "%" };
  if (found !== null && !(least.isShare && least.count > 100)) return least;
  throw new NotSetUp("min-matched is a number of tests, or a share of them such as 80%");
}
