// A second workspace in a world's database: the same world as its people and keys see it.
import { createKey } from "../../../src/actions/access/change-key.ts";
import { acceptInvitation, invite } from "../../../src/actions/access/invite-person.ts";
import type { Role } from "../../../src/domain/access/grant.ts";
import { randomText } from "../../../src/lib/ids.ts";
import { SESSION } from "../conformance/session-cookie.ts";
import { behind } from "../database/direct-sql.ts";
import { sampleApp, type World } from "./test-server.ts";

export interface OtherWorkspace extends World {
  workspaceId: string;
}

export async function secondWorkspace(world: World): Promise<OtherWorkspace> {
  const workspaceId = `wsp_${randomText(12)}`;
  const { performer } = world.store;
  await behind(
    world,
    `insert into workspace (id, name, plan, created_at, keys_revision)
     values ('${workspaceId}', 'Elsewhere ${workspaceId}', 'unlimited', ${Date.now()}, 1)`,
  );
  const key = async (role: Role, apps?: string[]) => {
    const name = `${role} key of ${workspaceId}`;
    return (await performer.perform(createKey, { workspaceId, name, role, apps: apps ?? null })).token;
  };
  const person = async (role: Role, apps?: string[]) => {
    const grant = { workspaceId, role, apps: apps ?? null, email: null, createdBy: null };
    const { invitation } = await performer.perform(invite, grant);
    const email = `${role}-${randomText(8)}@elsewhere.example`;
    const joining = { hash: invitation.hash, name: email, email, passwordHash: "none" };
    return SESSION + (await performer.perform(acceptInvitation, joining)).token;
  };
  const admin = await key("admin");
  return {
    ...world,
    workspaceId,
    store: { ...world.store, workspace: { ...world.store.workspace, id: workspaceId } },
    key,
    person,
    admin,
    tester: await key("tester"),
    viewer: await key("viewer"),
    async app(fields = {}) {
      const sample = { ...sampleApp(), name: `Theirs ${randomText(8)}`, ...fields };
      return (await world.call(admin, "POST", "/apps", sample)).body.data;
    },
  };
}
