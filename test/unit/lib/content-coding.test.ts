// Accept-Encoding, as clients send it and as they may.
import { describe, expect, test } from "vitest";
import { codingFor } from "../../../src/lib/content-coding.ts";

describe("the content coding of an answer", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["deflate", undefined],
    ["identity", undefined],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["br;q=0, gzip;q=0, *", undefined],
    ["*;q=0", undefined],
    ["identity;q=0", undefined],
    ["identity;q=0, br;q=0.001", "br"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0.8, gzip;q=0.8", "br"],
    ["gzip ; q=0.3 , br;q = 0", "gzip"],
    ["identity;q=1, gzip;q=0.5", undefined],
    ["identity;q=0.5, gzip;q=1", "gzip"],
    ["identity, gzip", "gzip"],
    ["gzip;q=0.000", undefined],
    ["gzip;q=1.000", "gzip"],
    ["gzip;q=1.5", undefined],
    ["gzip;q=-1", undefined],
    ["gzip;q=much, br;q=", undefined],
    ["gzipped, brr", undefined],
    [",,;,gzip,", "gzip"],
    ["br,", "br"],
  ])("%j is answered in %s", (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding);
  });

  test("is one that there is", () => {
    expect(codingFor("br, gzip", ["gzip"])).toBe("gzip");
    expect(codingFor("br", ["gzip"])).toBeUndefined();
    expect(codingFor("br, gzip", [])).toBeUndefined();
  });
});
