// What the intake of a tool is: one folder for each, that only translates. It says whether a request comes from the tool,
// and what it asks for; `intake/connected-tools` has it done.
import type { IncomingHttpHeaders } from "node:http";
import type { AppConfig } from "../../domain/apps/app-config.ts";
import type { ConnectionSettings, Credentials } from "../../domain/connections/connection.ts";
import type { ToolCommand } from "./tool-command.ts";

/** A request as it came, with the connection it was sent to. */
export interface ToolRequest {
  /** The path of the address that it was sent to. */
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  contentType: string | undefined;
  now: number;
  settings: ConnectionSettings;
  /** Plain; never logged, never part of an answer. */
  credentials: Credentials;
  app: { id: string; name: string };
  /** Prefixes with which codes of the app's issues begin: its present one and former ones. */
  prefixes: readonly string[];
  /** The app's platforms and repositories. */
  appConfig: AppConfig;
  /** The connection's own app and those it lists that the same tool, known by the same secret, is connected with: for a tool that names the app itself. */
  connectedApps(): Promise<ConnectedApp[]>;
}

export interface ConnectedApp {
  id: string;
  name: string;
  connectionId: string;
  /** The connection's own settings. */
  settings: ConnectionSettings;
  appConfig(): Promise<AppConfig>;
}

export interface ToolIntake {
  /** Bytes that the tool sends of one thing at the most, with room to spare. */
  maxBytes: number;
  /** For tools that send much that raises nothing: how many requests are allowed for each that may raise something. */
  requestsPerIssue?: number;
  /** Whether it has comments that are taken over. */
  hasComments?: true;
  /** Where the tool reaches us by a token, if it has endpoints of its own. */
  addressFor?(baseUrl: string, token: string): string;
  /** Checks the signature before the body is read as more than bytes. Throws `invalid_signature`. */
  verify(request: ToolRequest): void;
  /** Throws `invalid_json`, `invalid_request`. */
  read(request: ToolRequest): ToolCommand | Promise<ToolCommand>;
}
