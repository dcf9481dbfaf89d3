// Some tools don't wait for the answer: they send the delivery and are gone. What has come whole counts all the same.
import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { sign } from "../../../../src/lib/crypto/body-signature.ts";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const WAYS: [string, boolean][] = [
  ["says that it sends no more", false],
  ["closes the connection", true],
];
const SECRET = "a secret of some length";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test.each(WAYS)("a tool that %s right behind its delivery has it raised", async (_, closes) => {
    const hook = await openHook(world);
    await hook.setSecret(SECRET);
    const body = JSON.stringify({ title: "In a hurry", external_id: "1" });
    const headers = [`Content-Length: ${body.length}`, `X-Signature: ${sign(SECRET, Buffer.from(body))}`];
    const { socket } = await openRaw(world.address);
    socket.end(request(`POST /api/integrations/webhook/${hook.token}`, headers, body));
    if (closes) socket.destroy();
    await expect.poll(hook.issues).toMatchObject([{ text: "In a hurry" }]);
    socket.destroy();
  });

  test.each([0, 1, 2, 3, 5, 8])(
    "one whose body comes %i ticks behind the headers, and that is gone then, has it raised",
    async (ticks) => {
      const hook = await openHook(world);
      const body = JSON.stringify({ title: "In two pieces" });
      const { socket } = await openRaw(world.address);
      socket.setNoDelay(true);
      socket.write(request(`POST /api/integrations/webhook/${hook.token}`, [`Content-Length: ${body.length}`]));
      for (let tick = 0; tick < ticks; tick++) await immediate();
      socket.write(body);
      socket.resetAndDestroy();
      await expect.poll(hook.issues).toMatchObject([{ text: "In two pieces" }]);
    },
  );
});
