// What the routes are given: the reading side, the one way to write, and the few tools of the edge.
import type { ServerResponse } from "node:http";
import type { SignInFor } from "../../actions/access/record-failed-sign-in.ts";
import type { Role } from "../../domain/access/grant.ts";
import type { SignInRefusal, Voucher } from "../../domain/access/identity.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import type { Performer } from "../../engine/performer.ts";
import type { TickBatcher } from "../../lib/async/tick-batcher.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SharedRate } from "../../lib/collections/shared-rate.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import type { Sealer } from "../../lib/crypto/sealer.ts";
import type { FileStore } from "../../lib/files/file-store.ts";
import type { AddressRange } from "../../lib/network/address-range.ts";
import type { OpenIdIssuer } from "../../lib/network/open-id-issuer.ts";
import type { AddressLookup } from "../../lib/network/resolve-public.ts";
import type { Reader } from "../../storage/database/database.ts";
import type { Delivery } from "../../storage/webhook/deliveries.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import type { ReportToPreview } from "../../wire/webhook/preview.ts";
import type { ReadingThreads } from "../heavy-reads/reading-threads.ts";
import type { AddressLimit } from "./rate-limit.ts";
import type { PersonActor } from "./request-actor.ts";
import type { ThrottledSignIns } from "./throttled-sign-ins.ts";
import type { Uploads } from "./uploads.ts";

/** The ways to sign in. */
export interface SignInWays {
  password: boolean;
  /** Whether anybody makes a workspace of their own. */
  signUp: boolean;
  oidc: { issuer: OpenIdIssuer; name: string; join: Role | null } | null;
  /** The header in which a trusted proxy names who is signed in; null: none does. */
  proxyHeader: string | null;
}

/** Why a second factor, or a password of somebody who is signed in, came to nothing: by what it was given for, unless too many had failed before. */
export type PasswordFailure = Exclude<SignInFor["purpose"], "sign_in" | Voucher | undefined> | "too_many";

export interface Services {
  reader: Reader;
  /** The threads in which long reads are done. */
  readingThreads: ReadingThreads;
  /** Requests of one tick of the event loop are answered together. */
  ticks: TickBatcher;
  performer: Performer;
  cursors: Sealer;
  /** Seals the cookie by which a browser is known. */
  browsers: Sealer;
  /** Seals the links with which people stop mails. */
  unsubscribing: Sealer;
  refusedSignIns: ThrottledSignIns;
  /** Called for each failed password. */
  onFailedPassword(reason: PasswordFailure, by: Author): void;
  /** Called when an issuer or proxy signed nobody in; `code` says why an issuer wasn't believed. */
  onRefusedIdentity(reason: SignInRefusal, by: Author, code?: string): void;
  signIn: SignInWays;
  cipher: Cipher;
  clock: Clock;
  baseUrl: string;
  /** The value of Strict-Transport-Security; null: it is not sent. */
  hsts: string | null;
  /** Requests a minute that a key may make; 0 means any number. */
  apiRate: number;
  /** Requests a minute of all keys and people of a workspace together. */
  workspaceRate: number;
  /** How often each has come in this minute, at all servers. */
  rates: SharedRate;
  /** How often a network address may ask for what is open to anybody; null for any number. */
  publicLimit: AddressLimit | null;
  webhookRate: number;
  /** Issues a workspace on the plan `free` may raise in a month. */
  freePlanIssues: number;
  notifyAllowedHosts: ReadonlySet<string>;
  /** Connections that one network address may have open; 0 means any number. */
  addressConnections: number;
  /** Proxies that are believed when they name the client. */
  trustedProxies: readonly AddressRange[];
  /** Called when a proxy that isn't listed names clients: they all count as one. */
  onUnlistedProxy(address: string): void;
  lookup: AddressLookup;
  /** Stores the bytes of attachments. */
  files: FileStore;
  uploads: Uploads;
  /** What an admin does with deliveries by hand. */
  webhook: {
    preview(
      webhook: WebhookEndpoint,
      tried: { payload: Record<string, unknown> | string } | { delivery: Delivery },
    ): Promise<{ isList: boolean; reports: ReportToPreview[] }>;
    replay(appId: string, delivery: Delivery, by: Author): Promise<string>;
  };
  /** Whether writes fail at this moment, as on a full disk. */
  writing: { isFailing(): boolean };
  /** Whether the secret key was replaced, and this server was not given the new one. */
  hasOtherKey(): boolean;
  /** Whether mails are sent at all. */
  sendsMail: boolean;
  /** Tells people's pages what changed. */
  live: {
    /** Opens a stream; `address` is the client's. Throws `rate_limited`, `unavailable`. */
    open(actor: PersonActor, address: string): Promise<(response: ServerResponse) => void>;
    /** Ends every stream at once. */
    close(): void;
  };
}
