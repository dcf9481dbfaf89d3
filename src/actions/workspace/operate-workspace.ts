// What an operator changes of any workspace: its name, its plan, and what it may send and keep.
import { notFound } from "../../domain/fault.ts";
import { OPERATOR } from "../../domain/workspace/audit-log.ts";
import {
  findWorkspaceLocked,
  getLimits,
  type Plan,
  updateLimits,
  type WorkspaceLimits,
} from "../../storage/workspace/workspaces.ts";
import { requireOperator } from "../access/require-operator.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { changeName, changePlan } from "./change-workspace.ts";

export interface OperateWorkspace {
  id: string;
  name?: string;
  plan?: Plan;
  limits?: Partial<WorkspaceLimits>;
}

/**
 * The log of the workspace says that an operator did it, and not who: they are nobody whom its people know. The log of the first workspace names
 * them. The same again changes nothing. Throws `forbidden`, `not_found`.
 */
export const operateWorkspace = defineAction({
  name: "operateWorkspace",
  async run(unit: UnitOfWork, { id, name, plan, limits }: OperateWorkspace): Promise<void> {
    // The workspace is locked before the operator: whoever removes people takes them in the same order.
    const before = await findWorkspaceLocked(unit.tx, id);
    const operator = await requireOperator(unit);
    if (before === undefined) throw notFound("workspace");
    const there = { ...unit, by: OPERATOR };
    const changed: string[] = [];
    if (name !== undefined && (await changeName(there, id, name))) changed.push("name");
    if (limits !== undefined && (await changeLimits(there, id, before.name, limits))) changed.push("limits");
    if (plan !== undefined && (await changePlan(there, id, plan))) changed.push("plan");
    if (changed.length === 0) return;
    const target = { kind: "workspace", id, name: name ?? before.name } as const;
    record(unit, operator.workspaceId, "operator.workspace_changed", { target, details: { changed } });
  },
});

async function changeLimits(
  unit: UnitOfWork,
  id: string,
  name: string,
  wanted: Partial<WorkspaceLimits>,
): Promise<boolean> {
  const before = await getLimits(unit.tx, id);
  const after = { ...before, ...wanted };
  const fields = (Object.keys(before) as (keyof WorkspaceLimits)[]).filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return false;
  updateLimits(unit.tx, id, after);
  const details = Object.fromEntries(fields.map((field) => [WORDS[field], { from: before[field], to: after[field] }]));
  record(unit, id, "workspace.limits_changed", { target: { kind: "workspace", id, name }, details });
  return true;
}

/** The limits under the names that the API uses. */
const WORDS: Record<keyof WorkspaceLimits, string> = {
  requestRate: "requests_a_minute",
  deliveryRate: "deliveries_a_minute",
  streamLimit: "live_streams",
  fileLimit: "file_bytes",
};
