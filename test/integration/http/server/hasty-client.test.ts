// A client that doesn't wait for the answer: what it has asked for whole is done all the same.
import { describe, expect, test } from "vitest";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test.each([
    ["says that it sends no more", false],
    ["closes the connection", true],
  ])("a client that %s right behind its request has it done", async (_, closes) => {
    const app = await world.app({ mode: "live" });
    const body = JSON.stringify({ app: app.id, text: "In a hurry" });
    const headers = [`Content-Length: ${body.length}`, `Authorization: Bearer ${world.tester}`];
    const { socket } = await openRaw(world.address);
    socket.end(request("POST /api/v1/issues", headers, body));
    if (closes) socket.destroy();
    const raised = async () => (await world.call(world.viewer, "GET", `/issues?app=${app.id}`)).body.data;
    await expect.poll(raised).toMatchObject([{ text: "In a hurry" }]);
    socket.destroy();
  });
});
