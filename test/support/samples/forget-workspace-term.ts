// An issue as a server writes it that knows nothing of the term of its workspace.
import { termsOf, workspaceTag } from "../../../src/domain/issues/search-terms.ts";
import { behind } from "../database/direct-sql.ts";
import type { World } from "../server/test-server.ts";

/** One that was raised by a key without a check, on every platform. */
export async function forgetWorkspaceTerm(world: World, id: string, text: string): Promise<void> {
  if (world.kind === "postgres") {
    const tag = workspaceTag(world.store.workspace.id);
    await behind(world, `update issue set searched = 1, terms = ts_delete(terms, '${tag}') where id = '${id}'`);
    return;
  }
  const plain = { priority: null, platforms: [], checkId: null, sectionId: null, assignees: [] };
  const terms = termsOf({ text, status: "open", via: "api", ...plain }).join(" ");
  const row = `(select place * 4294967296 + number from issue join app_place using (app_id) where id = '${id}')`;
  await behind(world, `insert or replace into issue_index (rowid, terms) values (${row}, '${terms}')`);
  await behind(world, `update issue set searched = 1 where id = '${id}'`);
}
