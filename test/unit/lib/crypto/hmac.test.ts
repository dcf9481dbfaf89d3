import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hmacSha256 } from "../../../../src/lib/crypto/hmac.ts";

test("for any key and any body it is what Node's own HMAC gives", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.uint8Array({ maxLength: 3_000 }), (key, bytes) => {
      const body = Buffer.from(bytes);
      expect(hmacSha256(key, body)).toBe(createHmac("sha256", key).update(body).digest("hex"));
    }),
  );
});

test("a body that is longer than usual is signed as well", () => {
  const body = Buffer.alloc(1_000_000, "long ");
  expect(hmacSha256("a key", body)).toBe(createHmac("sha256", "a key").update(body).digest("hex"));
});
