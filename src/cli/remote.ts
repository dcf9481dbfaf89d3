// A Retest server somewhere else, for commands that run where its database is not: on a CI machine, beside an assistant.
import { type Flags, UsageError } from "./command.ts";

export const REMOTE_FLAGS = { url: { type: "string" }, key: { type: "string" } } as const;
export const REMOTE_DETAILS =
  "--url       address of the server; by default RETEST_URL, else http://localhost:3000\n--key       an API key; by default RETEST_API_KEY, which other users of the machine can't read off the command line";

export interface Remote {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

const ANSWER_WITHIN_MS = 30_000;

/** Throws `UsageError`. */
export function readRemote({ values }: Flags): Remote {
  const url = String(values.url ?? process.env.RETEST_URL ?? "http://localhost:3000");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url (or RETEST_URL) must be an http or https address, not ${JSON.stringify(url)}.`);
  }
  const key = String(values.key ?? process.env.RETEST_API_KEY ?? "").trim();
  if (key === "") throw new UsageError("An API key is needed: set RETEST_API_KEY, or give --key.");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("RETEST_API_KEY (or --key) is no API key.");
  return { url: url.endsWith("/") ? url.slice(0, -1) : url, key };
}

/** The `data` of an answer to GET. Throws `UsageError` with what the server says was wrong, or that it can't be reached. */
export async function getData<Data>({ url, key }: Remote, path: string): Promise<Data> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new UsageError(`${url} can't be reached (${whyOf(error)}).`);
  }
  const answer = parsed(text) as { data?: Data; error?: { message?: unknown } } | null;
  if (response.ok && answer?.data !== undefined) return answer.data;
  const said = typeof answer?.error?.message === "string" ? answer.error.message : "in a form that is not Retest's.";
  throw new UsageError(`${url} answered ${response.status}: ${said}`);
}

export function whyOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError") return "it did not answer in time";
  return cause?.code ?? cause?.message ?? message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
