// What the mapping editor does on its own: paths that the mapping language reads back, and texts that stay as they came.
import { describe, expect, test } from "vitest";
import { readText } from "../../../src/domain/mapping/mapping.ts";
import { parseExpression } from "../../../src/domain/mapping/parse-expression.ts";
import { payloadOf } from "../../../src/domain/mapping/value-at-path.ts";
import { prettyJson } from "../../../web/src/pages/webhook/data/pretty-json.ts";
import { insertPath, pathInItem } from "../../../web/src/pages/webhook/mapping/insert-path.ts";
import { type TreeNode, treeOf } from "../../../web/src/pages/webhook/mapping/payload-tree.ts";

const HARD_KEYS = [
  "a.b",
  "a[0]",
  "a|b",
  "{a}",
  'say "so"',
  "back\\slash",
  " space ",
  "",
  "0",
  "ключ",
  "a b?",
  "]",
  "'",
];

/** Every value of a payload, whatever it stands in. */
function leaves(nodes: TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => (node.children === null ? [node] : leaves(node.children())));
}

describe("the tree of a payload", () => {
  test("gives paths that lead to the very value, however its keys are called", () => {
    const values = Object.fromEntries(HARD_KEYS.map((key, index) => [key, `value ${index}`]));
    const payload = { ...values, list: [values, [values]], text: JSON.stringify(values) };
    const all = leaves(treeOf(JSON.stringify(payload))!);
    expect(all).toHaveLength(4 * HARD_KEYS.length);
    for (const { path, text } of all) {
      expect(readText(parseExpression(path), payloadOf(payload))?.value, path).toBe(text);
      const inTemplate = readText(parseExpression(`[{${path}}]`), payloadOf(payload))?.value;
      expect(inTemplate, path).toBe(`[${text}]`);
    }
  });

  test("knows forms, and JSON in the field payload of one", () => {
    expect(leaves(treeOf("title=It+broke&tag=a&tag=b")!).map(({ path, text }) => [path, text])).toEqual([
      ["title", "It broke"],
      ["tag[0]", "a"],
      ["tag[1]", "b"],
    ]);
    expect(treeOf(`payload=${encodeURIComponent('{"a": {"b": 1}}')}`)?.[0]?.name).toBe("a");
  });

  test.each(["", "[1]", "null", "12", "words", "<xml a='b'/>", '{"a":'])("has nothing to show of %j", (text) => {
    expect(treeOf(text)).toBeNull();
  });
});

describe("a path that is put into an expression", () => {
  // The bar marks the cursor, or both ends of what is selected.
  test.each([
    ["^", "p", "p"],
    ["  ^", "p", "p"],
    ["a^", "p", "a | p"],
    ["a | ^", "p", "a | p"],
    ["^a", "p", "p | a"],
    ["a ^| b", "p", "a  | p| b"],
    ["a.^b^", "p", "a.p"],
    ["^old^", "p", "p"],
    ["In {a}: ^", "p", "In {a}: {p}"],
    ["In ^{a}", "p", "In {p}{a}"],
    ["In {a^}", "p", "In {a|p}"],
    ["In {^} now", "p", "In {p} now"],
    ["In {^", "p", "In {p"],
    ["In {^a}", "p", "In {p|a}"],
    ['x["{"]^', "p", 'x["{"] | p'],
  ])("%s", (marked, path, expected) => {
    const start = marked.indexOf("^");
    const text = marked.replaceAll("^", "");
    const end = marked.lastIndexOf("^") === start ? start : marked.lastIndexOf("^") - 1;
    const { text: changed, cursor } = insertPath(text, start, end, path);
    expect(changed).toBe(expected);
    expect(changed.slice(0, cursor)).toMatch(/p\}?\|?(?: \| )?$/);
  });
});

describe("a body that is shown", () => {
  test("keeps digits, order, escapes and doubled keys", () => {
    const sent = '{"b":12345678901234567890.10,"a":[],"a":{"x":[1,{"y":"{\\"[,:\\\\"}]},"c":{}}';
    const shown = prettyJson(sent);
    expect(shown.replace(/\n */g, "").replaceAll('": ', '":')).toBe(sent);
    expect(shown.split("\n").slice(0, 4)).toEqual(["{", '  "b": 12345678901234567890.10,', '  "a": [],', '  "a": {']);
    expect(JSON.parse(shown)).toEqual(JSON.parse(sent));
  });

  test("stays as it is when it is no JSON", () => {
    expect(prettyJson("a=1&b={")).toBe("a=1&b={");
  });
});

test.each([
  ["", "alerts[0].labels.name", "alerts[0].labels.name"],
  ["alerts", "alerts[3].labels.name", "labels.name"],
  ["alerts", 'alerts[0]["host.name"]', '["host.name"]'],
  ["data.items | alerts", "data.items[1].id", "id"],
  ["alerts", "externalURL", "$.externalURL"],
  ["alerts", '["a.b"].c', '$["a.b"].c'],
  ["alerts", "alerts[0]", "$.alerts[0]"],
  ["alerts", "alertsToo[0].id", "$.alertsToo[0].id"],
])("with items at %j the path %j is written %j", (items, path, written) => {
  expect(pathInItem(items, path)).toBe(written);
});
