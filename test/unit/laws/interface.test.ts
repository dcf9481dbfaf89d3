// The laws of the interface: what it may take from the server, and what it may not do to the page.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, roomOf } from "../../support/checks/source-tree.ts";

const WEB = resolve(import.meta.dirname, "../../../web/src");
const KIT = resolve(import.meta.dirname, "../../../node_modules/@mantine/core/styles");

/** Each room may take from those before it. */
const ROOMS = ["api", "interaction", "components", "unsaved", "shell", "pages", ""];

const sources = readTree("web/src");

function offenders(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe("the laws of the interface", () => {
  test("it takes nothing from the server but types of what crosses the boundary, the numbers of wire/limits.ts, the lists of wire/lists.ts, what is said of connected tools, and how reports are recognised", () => {
    const taken = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^(import|export)( type)?[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm)].flatMap((found) => {
        const target = found[3] ?? found[4]!;
        const inside = resolve(WEB, dirname(path), target);
        if (!target.startsWith(".") || inside.startsWith(WEB)) return [];
        const isFree =
          /\/src\/wire\/(limits|lists|connections\/tool-(names|forms)|results\/reports\/report-formats)\.ts$/.test(
            target,
          ) ||
          (found[2] === " type" && /src\/wire\//.test(target));
        return isFree ? [] : [`${path} imports ${target}`];
      }),
    );
    expect(taken).toEqual([]);
  });

  test("a room takes only from those before it", () => {
    expect(sources.filter(({ room }) => !ROOMS.includes(room)).map(({ path }) => path)).toEqual([]);
    const broken = sources.flatMap(({ path, room, local }) =>
      local
        .filter((target) => !target.startsWith("..") && roomOf(target) !== room)
        .filter((target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(room))
        .map((target) => `${path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("every part of the kit that is used brings its styles, if it has any", () => {
    const kit = readFileSync(join(WEB, "kit.css"), "utf8");
    const used = new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/^import \{([^}]*)\} from "@mantine\/core"/gm)].flatMap(([, names]) =>
          names!.split(",").map((name) => name.trim()),
        ),
      ),
    );
    const lacking = [...used].filter(
      (name) => existsSync(join(KIT, `${name}.css`)) && !kit.includes(`styles/${name}.css`),
    );
    expect(lacking).toEqual([]);
  });

  test("text is put into the page as text", () => {
    expect(offenders(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([]);
  });

  test("there are no parts that would put style elements into the page", () => {
    const forbidden = /\b(AppShell|SimpleGrid|visibleFrom|hiddenFrom)\b|import \{[^}]*\bGrid\b[^}]*\} from "@mantine/;
    expect(offenders(forbidden)).toEqual([]);
  });

  test("no field cuts what is typed or pasted into it", () => {
    expect(offenders(/maxlength/i)).toEqual([]);
  });

  test("every field for a password is masked, says so to password managers, and takes what is pasted", () => {
    const fields = sources.flatMap(({ text }) =>
      [...text.matchAll(/<(\w+)(?:(?!<\w)[\s\S])*?autoComplete="(?:current|new)-password"/g)].map(([, kind]) => kind),
    );
    expect(fields.length).toBeGreaterThan(3);
    expect(new Set(fields)).toEqual(new Set(["PasswordInput"]));
    const masked = new Set(offenders(/<PasswordInput/));
    expect(offenders(/onPaste|clipboardData/).filter((path) => masked.has(path))).toEqual([]);
  });

  test("every link that leaves says nothing about where it was followed", () => {
    const silent = new Set(offenders(/rel="noopener noreferrer nofollow"/));
    expect(offenders(/target="_blank"/).filter((path) => !silent.has(path))).toEqual([]);
  });
});
