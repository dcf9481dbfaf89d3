// /keys and /me
import { createKey, revokeKey, rotateKey } from "../../../actions/access/change-key.ts";
import { getKey, listKeys } from "../../../storage/access/keys.ts";
import {
  CreateKeyBody,
  KeySchema,
  NewKeySchema,
  presentKey,
  presentNewKey,
  RotateKeyBody,
} from "../../../wire/access/key.ts";
import { MeSchema, presentMe } from "../../../wire/access/me.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { type Route, route } from "../../pipeline/route.ts";
import { managedEnd, managedList } from "./admin-list.ts";

export const keyRoutes: Route[] = [
  route({
    method: "GET",
    path: "/me",
    summary: "Get the name, role and reach of the key that sends the request",
    role: "viewer",
    reads: () => "nothing",
    response: dataOf(MeSchema),
    handle: ({ actor }) => ({ body: presentData(presentMe(actor)) }),
  }),
  managedList({
    path: "/keys",
    summary: "List keys",
    schema: KeySchema,
    read: ({ reader }, workspaceId) => listKeys(reader, workspaceId),
    present: presentKey,
  }),
  route({
    method: "POST",
    path: "/keys",
    summary: "Create a key; it is shown only once",
    role: "admin",
    unscoped: true,
    body: CreateKeyBody,
    response: dataOf(NewKeySchema),
    async handle(call) {
      const { services, actor, body } = call;
      const { workspaceId } = actor.reach;
      const { name, role, apps = null, expires_at: expiresAt = null } = body;
      const input = { workspaceId, name, role, apps, expiresAt };
      const { key, token } = await services.performer.perform(createKey, input, authorOf(call));
      return { status: 201, body: presentData(JSON.stringify(presentNewKey(key, token))), location: `/keys/${key.id}` };
    },
  }),
  route({
    method: "GET",
    path: "/keys/:id",
    summary: "Get a key",
    role: "admin",
    unscoped: true,
    response: dataOf(KeySchema),
    async handle({ services, actor, id }) {
      return {
        body: presentData(JSON.stringify(presentKey(await getKey(services.reader, actor.reach.workspaceId, id)))),
      };
    },
  }),
  route({
    method: "POST",
    path: "/keys/:id/rotate",
    summary: "Rotate a key; the old secret stops working at once or after an overlap",
    role: "admin",
    unscoped: true,
    body: RotateKeyBody,
    bodyOptional: true,
    response: dataOf(NewKeySchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      const { workspaceId } = actor.reach;
      const input = { workspaceId, id, overlapSeconds: body.overlap_seconds ?? 0, expiresAt: body.expires_at ?? null };
      const { key, token } = await services.performer.perform(rotateKey, input, authorOf(call));
      return { body: presentData(JSON.stringify(presentNewKey(key, token))) };
    },
  }),
  managedEnd("/keys/:id", "Revoke a key", revokeKey),
];
