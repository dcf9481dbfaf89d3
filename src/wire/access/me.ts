// Who is asking: the name, role and reach of the key.
import * as z from "zod";
import type { Actor } from "../../domain/access/actor.ts";
import { role } from "../fields.ts";

export const MeSchema = z.strictObject({ name: z.string(), role, apps: z.array(z.string()).nullable() });

export function presentMe(actor: Actor): string {
  const { name, role, reach } = actor;
  return JSON.stringify({ name, role, apps: reach.apps as string[] | null } satisfies z.infer<typeof MeSchema>);
}
