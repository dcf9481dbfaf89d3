// Deliveries to an app with a signing secret: the signature covers the exact bytes sent.
import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { exchangeRaw, request } from "../../../support/clients/raw-socket.ts";
import { type Hook, openHook, payloadBytes, post, signed } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const SECRET = "rs_the whole string, as it is shown é";
const BODY = '{ "title": "Signed", "description": "Cafe\u0301 😀" }\n';
const FORM = "application/x-www-form-urlencoded";

const hex = (body: string | Buffer, secret = SECRET, algorithm = "sha256") =>
  createHmac(algorithm, secret).update(payloadBytes(body)).digest("hex");
const GOOD = hex(BODY);

/** Everything that is not the signature of BODY. */
const WRONG: [string, string | undefined][] = [
  ["none", undefined],
  ["an empty one", ""],
  ["a prefix alone", "sha256="],
  ["hex without the prefix", GOOD],
  ["another algorithm's name before the right digits", `sha1=${GOOD}`],
  ["a SHA-1 signature", `sha1=${hex(BODY, SECRET, "sha1")}`],
  ["a SHA-512 signature", `sha512=${hex(BODY, SECRET, "sha512")}`],
  ["an upper-case prefix", `SHA256=${GOOD}`],
  ["digits that are none", `sha256=${"zz".repeat(32)}`],
  ["digits that turn into none half way", `sha256=${GOOD.slice(0, 32)}${"zz".repeat(16)}`],
  ["one digit less", `sha256=${GOOD.slice(0, -1)}`],
  ["one byte less", `sha256=${GOOD.slice(0, -2)}`],
  ["one digit more", `sha256=${GOOD}0`],
  ["the wrong last digit", `sha256=${GOOD.slice(0, -1)}${GOOD.endsWith("0") ? "1" : "0"}`],
  ["base64", `sha256=${Buffer.from(GOOD, "hex").toString("base64")}`],
  ["a space inside", `sha256= ${GOOD}`],
  ["a list of two", `sha256=${GOOD}, sha256=${GOOD}`],
  ["ten thousand digits", `sha256=${"a".repeat(10_000)}`],
  ["that of the JSON written anew", `sha256=${hex(JSON.stringify(JSON.parse(BODY)))}`],
  ["that of the body without its line end", `sha256=${hex(BODY.trim())}`],
  ["that of the body and a line end more", `sha256=${hex(`${BODY}\n`)}`],
  ["that of the text in another normal form", `sha256=${hex(BODY.normalize("NFC"))}`],
  ["that of an empty body", `sha256=${hex("")}`],
  ["that of another secret", `sha256=${hex(BODY, "another")}`],
  ["a plain hash", `sha256=${createHmac("sha256", "").update(BODY).digest("hex")}`],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
    await hook.setSecret(SECRET);
  });

  test("401 invalid_signature for every header that is not the signature, and nothing is raised", async () => {
    for (const [sentence, header] of WRONG) {
      const answer = await hook.deliver(BODY, header === undefined ? {} : { "x-signature": header });
      expect(outcomeOf(answer), sentence).toBe("401 invalid_signature");
    }
    expect(await hook.issues()).toEqual([]);
    expect(await hook.used()).toBe(0);
  });

  test("X-Signature: sha256=<hex HMAC-SHA256 of the raw body> is accepted", async () => {
    const { text } = await hook.raised(BODY, { "x-signature": `sha256=${GOOD}` });
    expect(text).toBe("Signed\n\nCafe\u0301 😀");
  });

  test("the digits may be upper-case", async () => {
    await hook.raised(BODY, { "X-SIGNATURE": `sha256=${GOOD.toUpperCase()}` });
  });

  test("two headers are refused, be one of them right or both", async () => {
    const right = `X-Signature: sha256=${GOOD}`;
    const head = (...lines: string[]) =>
      Buffer.from(
        request(`POST ${hook.path}`, [...lines, `Content-Length: ${payloadBytes(BODY).length}`], ""),
        "latin1",
      );
    const send = async (...lines: string[]) =>
      (await exchangeRaw(world.address, Buffer.concat([head(...lines), payloadBytes(BODY)])))[0]!;
    for (const other of [right, "X-Signature: sha256=00", "x-signature: "]) {
      expectError(await send(right, other), 401, "invalid_signature");
      expectError(await send(other, right), 401, "invalid_signature");
    }
    // Space at the ends of a header is not part of it.
    expect((await send(`X-Signature:   sha256=${GOOD}  `)).status).toBe(201);
  });

  test.each([
    ["a form", "title=Signed&description=a+b%20c", FORM],
    ["a form with a payload", `payload=${encodeURIComponent('{"title":"Signed"}')}`, FORM],
    ["bytes that are cut in chunks by nobody", Buffer.from('\ufeff{"title":"Signed"}'), "text/plain"],
  ])("the signature covers the exact bytes of %s", async (_sentence, body, type) => {
    expect((await hook.raised(body, { ...signed(SECRET, body), "content-type": type })).text).toMatch(/^Signed/);
    const decoded = '{"title":"Signed"}';
    const answer = await hook.deliver(body, { ...signed(SECRET, decoded), "content-type": type });
    expect(outcomeOf(answer)).toBe("401 invalid_signature");
  });

  test("a signed body that can't be read is told so, an unsigned one is not", async () => {
    for (const body of ["", "no JSON", "[]", Buffer.from([0xff, 0xfe, 0])]) {
      expect(outcomeOf(await hook.deliver(body, signed(SECRET, body)))).toBe("400 invalid_json");
      expect(outcomeOf(await hook.deliver(body))).toBe("401 invalid_signature");
    }
  });

  test("a replaced secret is refused at once, on every server, and the new one accepted", async () => {
    const other = await world.anotherServer();
    for (const at of [world.address, other])
      expect((await hook.deliver(BODY, signed(SECRET, BODY), at)).status).toBe(201);
    await hook.setSecret("the new one");
    for (const at of [world.address, other]) {
      expect((await hook.deliver(BODY, signed(SECRET, BODY), at)).status).toBe(401);
      expect((await hook.deliver(BODY, signed("the new one", BODY), at)).status).toBe(201);
    }
  });

  test("a secret that the service made signs like any other, and is shown once", async () => {
    const made = await world.call(world.admin, "PUT", `/apps/${hook.app.id}/webhook/secret`, {});
    const { secret } = made.body.data;
    await hook.raised(BODY, signed(secret, BODY));
    expect(await hook.config()).not.toHaveProperty("secret");
  });

  test("when the secret is removed, unsigned deliveries are accepted, and a signature of any kind ignored", async () => {
    await world.call(world.admin, "DELETE", `/apps/${hook.app.id}/webhook/secret`);
    await hook.raised(BODY);
    await hook.raised(BODY, { "x-signature": "nonsense" });
  });

  test("the secret of one app signs nothing for another, and a right signature opens no wrong URL", async () => {
    const other = await openHook(world);
    await other.setSecret("the other one");
    expect((await other.deliver(BODY, signed(SECRET, BODY))).status).toBe(401);
    expect((await hook.deliver(BODY, signed("the other one", BODY))).status).toBe(401);
    const wrong = `${world.address}${hook.path.slice(0, -4)}aaaa`;
    expect(outcomeOf(await post(wrong, BODY, signed(SECRET, BODY)))).toBe("404 not_found");
  });

  test("the same signed bytes sent again are accepted, and dedupe by their external id", async () => {
    const body = '{"title":"Again","external_id":"1"}';
    const first = await hook.deliver(body, signed(SECRET, body));
    const second = await hook.deliver(body, signed(SECRET, body));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.issue).toEqual(first.body.issue);
  });

  test("without a signing secret unsigned deliveries are accepted", async () => {
    const { id } = await (await openHook(world)).raised(BODY);
    expect(await issueClientOf(world).read(id)).toMatchObject({ status: "open" });
  });
});
