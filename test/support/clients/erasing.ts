// Erasing in tests, to the end.
import { startErasure } from "../../../src/actions/privacy/start-erasure.ts";
import type { ErasureKind } from "../../../src/domain/privacy/erasure.ts";
import { SETTLE_MS } from "../../../src/domain/privacy/erasure.ts";
import { type Author, COMMAND_LINE } from "../../../src/domain/workspace/audit-log.ts";
import { runErasure } from "../../../src/engine/erasing.ts";
import type { World } from "../server/test-server.ts";

/** Begins one, and gives its id. */
export async function beginErasing(
  world: World,
  kind: ErasureKind,
  subject: string,
  by: Author = COMMAND_LINE,
): Promise<string> {
  const { performer, workspace } = world.store;
  const input = { workspaceId: workspace.id, kind, subject, confirm: subject, removesFirst: true };
  return (await performer.perform(startErasure, input, by)).id;
}

/** What was under way when somebody was signed out is over at once. Gives its id. */
export async function erase(world: World, kind: ErasureKind, subject: string, by?: Author): Promise<string> {
  const id = await beginErasing(world, kind, subject, by);
  world.clock.offset += SETTLE_MS;
  await runErasure(world.store, id);
  return id;
}
