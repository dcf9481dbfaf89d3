// Notes that a workspace was exported, and that it came from another installation.
import { getWorkspace, type Workspace } from "../../storage/workspace/workspaces.ts";
import { type Recording, record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { workspaceTarget } from "./create-workspace.ts";

/** Records that a workspace was exported to a file. */
export const recordExport = defineAction({
  name: "recordExport",
  async run(unit: UnitOfWork, { workspaceId, takenAt }: { workspaceId: string; takenAt: string }): Promise<void> {
    const workspace = await getWorkspace(unit.tx, { workspaceId });
    record(unit, workspaceId, "workspace.exported", {
      target: workspaceTarget(workspace),
      details: { taken_at: takenAt },
    });
  },
});

/** Records an import behind the imported log, in the transaction that brought it. */
export function recordImport(
  unit: Recording,
  workspace: Pick<Workspace, "id" | "name">,
  before: { name: string; takenAt: string },
): void {
  const name = before.name === workspace.name ? {} : { name: { from: before.name, to: workspace.name } };
  const details = { taken_at: before.takenAt, ...name };
  record(unit, workspace.id, "workspace.imported", { target: workspaceTarget(workspace), details });
}
