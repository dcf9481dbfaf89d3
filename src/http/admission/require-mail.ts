// That this server sends mail.
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../pipeline/services.ts";

/** Throws `not_found`. */
export function requireMail({ sendsMail }: Services, instead = "ask an admin of the workspace for a link"): void {
  if (!sendsMail) throw new Fault("not_found", `This server sends no mail: ${instead}.`);
}
