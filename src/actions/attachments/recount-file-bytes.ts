// Counts the bytes of a workspace's files anew: a server of a version that did not count them may have run beside one that does.
import { sumFileBytes } from "../../storage/attachments/attachments.ts";
import { addCounted, fileBytesScope, setCount } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Takes as long as the workspace has files. */
export const recountFileBytes = defineAction({
  name: "recountFileBytes",
  duration: () => "part",
  async run({ tx }: UnitOfWork, { workspaceId }: { workspaceId: string }): Promise<void> {
    const scope = fileBytesScope(workspaceId);
    // Whoever attaches or takes away a file from here on waits: what they count would be lost.
    await addCounted(tx, scope, 0, 0);
    setCount(tx, scope, 0, await sumFileBytes(tx, workspaceId));
  },
});
