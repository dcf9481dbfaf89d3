// The workspaces in which somebody has an account, and may choose one. Only those are named that they have shown to be in.
import * as z from "zod";
import { MAX_NAME } from "../../domain/limits.ts";
import { lookupName } from "../../lib/schema/fields.ts";

export const ChooseWorkspaceBody = z.strictObject({ workspace: lookupName });

const OfferedWorkspaceSchema = z.strictObject({ id: z.string(), name: z.string().max(MAX_NAME) });

/** The answer to whoever has signed in to several: they choose one next. */
export const WorkspaceChoiceSchema = z.strictObject({ workspaces: z.array(OfferedWorkspaceSchema) });

/** `person`: the id that they have there. `current`: the browser is in it. The others are open in it already, or can be opened. */
export const OwnWorkspaceSchema = OfferedWorkspaceSchema.extend({ person: z.string(), current: z.boolean() });
export type OwnWorkspace = z.infer<typeof OwnWorkspaceSchema>;

export function presentChoice(
  choices: readonly { workspaceId: string; workspaceName: string }[],
): z.infer<typeof WorkspaceChoiceSchema> {
  return { workspaces: choices.map(({ workspaceId, workspaceName }) => ({ id: workspaceId, name: workspaceName })) };
}
