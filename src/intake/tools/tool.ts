// What the intake of a tool is: one folder for each, that only translates. It says whether a request comes from the tool,
// and what it asks for; the door has it done.
import type { IncomingHttpHeaders } from "node:http";
import type { Followed, Move } from "../../actions/connections/apply-tool-update.ts";
import type { RaisedFromTool, RaiseFromTool } from "../../actions/connections/raise-from-tool.ts";
import type { Channel } from "../../domain/access/actor.ts";
import type { Credentials, Settings } from "../../domain/connections/connection.ts";
import type { Fault } from "../../domain/fault.ts";
import type { Shape } from "../../storage/apps/app-config.ts";

/** A request as it came, with the connection it was sent to. */
export interface ToolRequest {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  contentType: string | undefined;
  now: number;
  settings: Settings;
  /** Plain; never logged, never part of an answer. */
  credentials: Credentials;
  app: { id: string; name: string };
  /** By which codes of the app's issues begin: its own, and those that it had before. */
  prefixes: readonly string[];
  /** The app's platforms and repositories. */
  shape: Shape;
  /** The connection's own app and those it lists that the same tool, known by the same secret, is connected with: for a tool that names the app itself. */
  connectedApps(): Promise<ConnectedApp[]>;
}

export interface ConnectedApp {
  id: string;
  name: string;
  connectionId: string;
  /** Of its own connection. */
  settings: Settings;
  shape(): Promise<Shape>;
}

/** What is answered: in the tool's own words where it shows them to somebody. */
export interface ToolAnswer {
  status: number;
  body: object | null;
  /** Said afterwards, where the tool does not show what it is answered: once, and nobody waits for it. */
  later?: { url: string; body: object };
}

interface Who {
  /** The name of whoever did it there; the channel says by what, where that isn't the tool itself. */
  by: string;
  channel?: Channel;
}

export type Asked =
  /** Nothing is to be done; `why` is a word for the admin: `ping`, `not_merged`. */
  | { ask: "nothing"; why: string; answer?: ToolAnswer }
  | ({
      ask: "raise";
      raise: Omit<RaiseFromTool, "actor" | "app">;
      /** Another app than the connection's own, from `connectedApps`. */
      target?: { id: string; connectionId: string };
      answer?(raised: RaisedFromTool | Fault): ToolAnswer;
    } & Who)
  | ({
      ask: "follow";
      /** Names what was heard, so that it is recognised when it comes again. */
      receipt: string | null;
      moves: Move[];
      answer?(followed: Followed[]): ToolAnswer;
    } & Who);

export interface ToolIntake {
  /** Bytes that the tool sends of one thing at the most, with room to spare. */
  maxBytes: number;
  /** Before anything of the body is read as more than bytes. Throws `invalid_signature`. */
  verify(request: ToolRequest): void;
  /** Throws `invalid_json`, `invalid_request`. */
  read(request: ToolRequest): Asked | Promise<Asked>;
}
