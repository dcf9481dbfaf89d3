// Makes another workspace, without people: its first admin is invited, or signs up.
import { newId } from "../../lib/ids.ts";
import { insertWorkspace, type Plan, type Workspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface NewWorkspace {
  name: string;
  plan: Plan;
}

/** Whoever makes it invites the first of its people. */
export const createWorkspace = defineAction({
  name: "createWorkspace",
  run: async (unit: UnitOfWork, named: NewWorkspace): Promise<Workspace> => addWorkspace(unit, named),
});

export function addWorkspace(unit: UnitOfWork, { name, plan }: NewWorkspace): Workspace {
  const workspace = { id: newId("wsp", unit.now), name, plan, createdAt: unit.now };
  insertWorkspace(unit.tx, workspace);
  record(unit, workspace.id, "workspace.created", { target: workspaceTarget(workspace), details: { plan } });
  return { ...workspace, secondFactor: "optional" };
}

export function workspaceTarget({ id, name }: Pick<Workspace, "id" | "name">) {
  return { kind: "workspace", id, name } as const;
}
