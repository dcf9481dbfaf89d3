// Bodies that nobody would send on purpose: samples with values replaced, bytes turned, ends cut off, and plain noise.
import type { Random } from "../../test/support/machine/seeded-random.ts";

const LARGE = 400_000;

const WRONG: unknown[] = [
  ...[null, true, false, 0, -1, 1.5e308, 9_007_199_254_740_991, "", " ", "\0", "\ud800", "\u202e", "x".repeat(70_000)],
  ...[
    [],
    {},
    [[]],
    [null],
    { text: [] },
    { toString: 1 },
    "1".repeat(400),
    "'; drop table issue; --",
    "<script>",
    "=1+1",
  ],
  ...[
    "../../etc/passwd",
    "%00",
    "http://127.0.0.1/",
    "javascript:alert(1)",
    "a\r\nb",
    Array(200).fill("x"),
    "e\u0301".repeat(2_000),
  ],
];
const TEXTS = ["__proto__", "constructor", "a.b[0]|c", "{title} {", "&amp;", "<!channel>", "0x10", "\u{1f4a9}", "NaN"];

/** A spoiled body, made from a sample that is JSON or any text. */
export function fuzzed(random: Random, sample: string): Buffer {
  const way = random.weigh({ spoil: 8, bytes: 4, cut: 2, tree: 2, noise: 1, deep: 1, large: 0.2, whole: 2 });
  if (way === "spoil") return Buffer.from(spoilt(random, sample));
  if (way === "bytes") return turned(random, Buffer.from(sample));
  if (way === "cut") return Buffer.from(sample).subarray(0, random.below(sample.length + 1));
  if (way === "tree") return Buffer.from(JSON.stringify(treeOf(random, 4)) ?? "");
  if (way === "noise") return Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256)));
  if (way === "deep") return Buffer.from(deep(random));
  if (way === "large")
    return Buffer.from(
      `{"title":${JSON.stringify(random.pick(TEXTS).repeat(LARGE / 10))},"x":[${"1,".repeat(LARGE / 4)}1]}`,
    );
  return Buffer.from(sample);
}

function deep(random: Random): string {
  const depth = 1 + random.below(20_000);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
  ] as const);
  return `{"title":"x","a":${open.repeat(depth)}${random.next() < 0.5 ? `1${close.repeat(depth)}}` : ""}`;
}

/** The sample with up to three values replaced, removed or doubled. */
function spoilt(random: Random, sample: string): string {
  let tree: unknown;
  try {
    tree = JSON.parse(sample);
  } catch {
    return sample.replace(/[\w ]{3,}/g, (word) =>
      random.next() < 0.05 ? String(JSON.stringify(random.pick(WRONG))) : word,
    );
  }
  for (let times = 1 + random.below(3); times > 0; times--) {
    const places = placesIn(tree);
    if (places.length === 0) return JSON.stringify(random.pick(WRONG));
    const [holder, key] = random.pick(places);
    const what = random.weigh({ replace: 5, remove: 2, tree: 2, rename: 1, proto: 1 });
    if (what === "remove") delete holder[key];
    else if (what === "rename") holder[random.pick(TEXTS)] = holder[key];
    else if (what === "proto")
      Object.defineProperty(holder, "__proto__", {
        value: { polluted: 1 },
        writable: true,
        enumerable: true,
        configurable: true,
      });
    else holder[key] = what === "tree" ? treeOf(random, 3) : structuredClone(random.pick(WRONG));
  }
  return JSON.stringify(tree);
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown): [Holder, string][] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key): [Holder, string][] => [[holder, key], ...placesIn(holder[key])]);
}

function turned(random: Random, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  for (let times = 1 + random.below(8); times > 0; times--) bytes[random.below(bytes.length)] = random.below(256);
  const at = random.below(bytes.length);
  return random.next() < 0.3 ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.below(at + 1))]) : bytes;
}

function treeOf(random: Random, depth: number): unknown {
  const what = random.weigh({ wrong: 4, text: 2, list: depth, object: depth });
  if (what === "wrong") return structuredClone(random.pick(WRONG));
  if (what === "text") return random.pick(TEXTS);
  const items = Array.from({ length: random.below(5) }, () => treeOf(random, depth - 1));
  return what === "list" ? items : Object.fromEntries(items.map((item) => [random.pick(FIELDS), item]));
}

/** Names that mean something at one endpoint or another. */
const FIELDS = [
  ...["app", "check", "text", "title", "description", "platforms", "priority", "reporter", "link", "url", "source"],
  ...["external_id", "name", "mode", "sections", "checks", "results", "outcome", "action", "data", "issue", "payload"],
  ...["jsonrpc", "id", "method", "params", "arguments", "type", "event", "object_attributes", "__proto__", ""],
];
