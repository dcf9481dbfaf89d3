// What each tool's connection may hold: settings that anyone may see, and credentials that nobody sees again.
import * as z from "zod";
import { HAPPENINGS, type Tool } from "../../domain/connections/connection.ts";
import { MAX_CREDENTIAL, MAX_NAME, MAX_URL, MIN_SECRET_BYTES } from "../../domain/limits.ts";
import { lineText, listOf, lookupName } from "../../lib/schema/fields.ts";
import { platformCodes, priority } from "../fields.ts";

const credential = z
  .string()
  .min(1)
  .max(MAX_CREDENTIAL)
  .refine(
    (text) => text.isWellFormed() && text.trim() === text && !text.includes("\0"),
    "expected it as the tool shows it, without spaces around it",
  );
/** What requests are signed with: a few letters could be tried out by whoever has seen one of them. */
const secret = credential.refine(
  (text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES,
  `too short to be kept secret: expected at least ${MIN_SECRET_BYTES} characters`,
);
const base64 = secret.refine(
  (text) => Buffer.from(text, "base64").toString("base64") === text,
  "expected the token as the tool shows it, in base64",
);
/** Held to the rule for addresses when it is saved, and again when it is called. */
const address = z.string().max(MAX_URL);
const forward = listOf(z.enum(HAPPENINGS), HAPPENINGS.length);
const raises = { default_platforms: platformCodes, default_priority: priority };
/** Other apps that may be named in the chat. Read as names or ids, kept as ids. */
const apps = listOf(lookupName, 100);
const names = listOf(lineText(MAX_NAME), 20);

interface Fields {
  settings: Record<string, z.ZodType>;
  credentials: Record<string, z.ZodType>;
  /** Made for the admin, and shown once, when none is given: a secret that the tool is told by us. */
  generated?: string;
}

export const CONNECTION_FIELDS: Record<Tool, Fields> = {
  slack: {
    settings: { forward, apps, ...raises },
    credentials: { signing_secret: secret, webhook_url: address },
  },
  teams: {
    settings: { forward, apps, ...raises },
    credentials: { security_token: base64, workflow_url: address },
  },
  sentry: {
    settings: raises,
    credentials: { client_secret: secret },
  },
  github: {
    settings: {
      forward,
      repository: z
        .string()
        .max(MAX_NAME)
        .regex(/^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/, "expected owner/name"),
      labels: names,
      branches: names,
      api_url: address,
    },
    credentials: { webhook_secret: secret, token: credential },
    generated: "webhook_secret",
  },
  gitlab: {
    settings: { branches: names },
    credentials: { webhook_secret: secret },
    generated: "webhook_secret",
  },
  jira: {
    settings: {
      forward,
      site_url: address,
      project: z
        .string()
        .max(MAX_NAME)
        .regex(/^[A-Za-z][\w]*$/, "expected the key of a project"),
      issue_type: lineText(MAX_NAME),
    },
    credentials: { email: credential, api_token: credential, webhook_secret: secret },
    generated: "webhook_secret",
  },
  linear: {
    settings: { forward, team: lineText(MAX_NAME), api_url: address },
    credentials: { api_key: credential, webhook_secret: secret },
  },
};

/** Settings and credentials that are called: they must lead to the internet, or to a host the operator has listed. */
export const ADDRESSES: ReadonlySet<string> = new Set(["webhook_url", "workflow_url", "api_url", "site_url"]);
