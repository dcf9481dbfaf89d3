// Everything that is known of a connected tool, in one place: each tool's folder has one definition.
import type { Via } from "../../domain/access/channel.ts";
import type { Forwarder } from "./forwarder.ts";
import type { Publisher } from "./publisher.ts";
import type { SetupText } from "./setup-text.ts";
import type { ToolForm } from "./tool-form.ts";
import type { ToolIntake } from "./tool-intake.ts";

/**
 * What a field of a connection is. `secret`: what requests are signed with; `standard secret`: the same in the form of Standard Webhooks. `apps`: other apps that may be named in the chat, read
 * as names or ids and kept as ids.
 */
export type FieldKind =
  | "address"
  | "apps"
  | "base64 secret"
  | "credential"
  | "name"
  | "names"
  | "secret"
  | "standard secret"
  | { pattern: RegExp; expected: string };

export interface ToolDefinition {
  /** What people call it. */
  label: string;
  /** What they read behind the name of whoever acted there ("via Jira"), where that is another word. */
  spokenOf?: string;
  /** The channel that an issue records which was raised there: a closed list, in which most tools are not. */
  via?: NonNullable<Via>;
  /** What a connection may hold: settings that anyone may see, and credentials that nobody sees again. */
  fields: {
    settings: Record<string, FieldKind>;
    credentials: Record<string, FieldKind>;
    /** The credential that is made for the admin, and shown once, when none is given: a secret that the tool is told by us. */
    generated?: string;
  };
  /** Settings and credentials that are called: they must lead to the internet, or to a host the operator has listed. */
  addresses: readonly string[];
  /** The credential by which the tool's requests are verified; null for a tool that sends none. */
  verifiedBy: string | null;
  /** What a connection must hold before anything can be sent there; null for a tool that is only listened to. */
  needs: { settings: readonly string[]; credentials: readonly string[] } | null;
  /** Where a setting says to which address a credential is sent. */
  sentTo: { setting: string; credential: string } | null;
  setup: SetupText;
  form: ToolForm;
  /** Whether it reports issues, so that a connection can set their platforms and priority where the tool says nothing. */
  raises: boolean;
  /** Reads what the tool sends; null for a tool that only receives. */
  intake: ToolIntake | null;
  /** Sends issues to the tool. */
  forwarder: Forwarder | null;
  /** Whether a comment that it was told of can be changed and deleted there. */
  changesComments?: true;
  /** Sends events to a program, which has no forwarder. */
  publisher?: Publisher;
}
