// Who was refused: keys that are not valid, roles that are too low, sign-ins that failed, requests that came too often, and passwords and
// second factors that were wrong after that. Each is counted; in the log
// a source is named once a minute, and a flood of them is one line, so that nobody can fill the log.
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { SignInRefusal } from "../../domain/access/identity.ts";
import type { FaultCode } from "../../domain/fault.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { type Clock, MINUTE_MS } from "../../lib/clock.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import type { Counter } from "../../lib/monitoring/metric-families.ts";
import type { AddressRange } from "../../lib/network/address-range.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { KeyActor, PersonActor, RequestActor } from "../pipeline/request-actor.ts";
import type { PasswordFailure } from "../pipeline/services.ts";
import { shownAddress } from "../transport/client-address.ts";

/** Codes of all answers with 401, 403 and 429. */
const WATCHED: ReadonlySet<FaultCode> = new Set([
  "unauthorized",
  "invalid_signature",
  "forbidden",
  "confirmation_needed",
  "second_factor_needed",
  "rate_limited",
]);
/** Where people sign in, and what a refusal there says of the sign-in. */
const SIGN_IN = { method: "POST", route: "/ui/v1/session" };
const SIGN_IN_FAILURES: Partial<Record<FaultCode, string>> = { unauthorized: "wrong", rate_limited: "too_many" };
/** Lines a minute that name a source. */
const MAX_LINES = 30;
/** Characters of a hash, enough to tell keys apart without revealing them. */
const FINGERPRINT = 8;

type Source = Record<string, string | null>;

/** What a line says of the request, beside who sent it. */
interface Line {
  requestId: string | null;
  method?: string;
  route?: string | undefined;
  reason?: string;
  answer?: string;
}

export interface RefusalWatchDeps {
  logger: Logger;
  clock: Clock;
  trustedProxies: readonly AddressRange[];
  /** Counts refusals by their code. */
  counter: Counter;
  /** Counts failed sign-ins by their reason. */
  signIns: Counter;
}

export class RefusalWatch {
  private readonly deps: RefusalWatchDeps;
  private minuteEnd = 0;
  private readonly named = new Set<string>();
  private readonly unnamed = new Map<FaultCode, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(deps: RefusalWatchDeps) {
    this.deps = deps;
  }

  add(code: FaultCode, request: FastifyRequest): void {
    if (!WATCHED.has(code)) return;
    this.deps.counter.add(code);
    const { method } = request;
    const route = request.routeOptions?.url;
    const isSignIn = method === SIGN_IN.method && route === SIGN_IN.route;
    if (isSignIn) this.deps.signIns.add(SIGN_IN_FAILURES[code] ?? "other");
    // Whoever shows nothing is no stranger's key: a page that asks whether somebody is signed in, a first look at the API.
    if (code === "unauthorized" && !isSignIn && request.headers.authorization === undefined) return;
    const line = { requestId: request.id, method, route };
    this.say(code, isSignIn ? "sign-in failed" : "request refused", line, this.sourceOf(request));
  }

  /** The reason is what the password or factor was given for, or that it was not looked at: of that the refusal itself is logged. */
  addPassword(reason: PasswordFailure, { id: person, address, requestId }: Author): void {
    this.deps.signIns.add(reason);
    if (reason === "too_many") return;
    const code = reason === "second_factor" ? "unauthorized" : "invalid_request";
    this.say(code, "sign-in failed", { requestId, reason }, { address, person });
  }

  /** `code` is of what an issuer answered, or of why it did not. */
  addIdentity(reason: SignInRefusal, { address, requestId }: Author, code?: string): void {
    this.deps.signIns.add(reason);
    const line = code === undefined ? { requestId, reason } : { requestId, reason, answer: code };
    this.say("unauthorized", "sign-in failed", line, { address });
  }

  /** Names the source, if it was not in this minute, and there is room for one more. */
  private say(code: FaultCode, words: string, line: Line, source: Source): void {
    const { end, secondsLeft } = windowAt(this.deps.clock(), MINUTE_MS);
    if (end !== this.minuteEnd) this.flush();
    this.minuteEnd = end;
    const name = JSON.stringify([code, line.route ?? line.reason, source]);
    if (!this.named.has(name) && this.named.size < MAX_LINES) {
      this.named.add(name);
      this.deps.logger.warn({ code, ...line, ...source }, words);
      return;
    }
    this.unnamed.set(code, (this.unnamed.get(code) ?? 0) + 1);
    this.timer ??= setTimeout(() => this.flush(), secondsLeft * 1_000).unref();
  }

  /** Logs how many more refusals there were. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.named.clear();
    if (this.unnamed.size === 0) return;
    const more = Object.fromEntries(this.unnamed);
    this.unnamed.clear();
    this.deps.logger.warn({ more }, "more requests were refused in this minute");
  }

  /** The key or person if they are known, else what was shown in place of a key, by its hash. */
  private sourceOf(request: FastifyRequest): Source {
    const address = shownAddress(request.raw, this.deps.trustedProxies);
    const actor = request.actor as RequestActor | undefined;
    if (actor !== undefined) {
      return actor.channel === "interface"
        ? { address, person: (actor as PersonActor).personId }
        : { address, key: (actor as KeyActor).keyId };
    }
    const { authorization } = request.headers;
    return authorization === undefined
      ? { address }
      : { address, fingerprint: sha256(authorization).slice(0, FINGERPRINT) };
  }
}
