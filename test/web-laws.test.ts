// The laws of the interface: what it may take from the server, what it may not do to the page, and how much its first
// page may weigh.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const WEB = resolve(import.meta.dirname, "../web/src");
const BUILT = resolve(import.meta.dirname, "../dist/web");
const KIT = resolve(import.meta.dirname, "../node_modules/@mantine/core/styles");
const FIRST_PAGE_BYTES = 200_000;

const sources = readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
  .map((path) => ({ path, text: readFileSync(join(WEB, path), "utf8") }));

function offenders(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe("the laws of the interface", () => {
  test("it takes nothing from the server but types of what crosses the boundary, and the numbers of wire/limits.ts", () => {
    const taken = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^(import|export)( type)?[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm)].flatMap((found) => {
        const target = found[3] ?? found[4]!;
        const inside = resolve(WEB, dirname(path), target);
        if (!target.startsWith(".") || inside.startsWith(WEB)) return [];
        const isFree = target.endsWith("/src/wire/limits.ts") || (found[2] === " type" && /src\/wire\//.test(target));
        return isFree ? [] : [`${path} imports ${target}`];
      }),
    );
    expect(taken).toEqual([]);
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

  test("every link that leaves says nothing about where it was followed", () => {
    const silent = new Set(offenders(/rel="noopener noreferrer nofollow"/));
    expect(offenders(/target="_blank"/).filter((path) => !silent.has(path))).toEqual([]);
  });

  test("the first line of every file says what it is for, and files stay small", () => {
    expect(sources.filter(({ text }) => !text.startsWith("// ")).map(({ path }) => path)).toEqual([]);
    expect(sources.filter(({ text }) => text.split("\n").length > 250).map(({ path }) => path)).toEqual([]);
  });

  test(`the first page is below ${FIRST_PAGE_BYTES / 1000} KB, compressed`, () => {
    const page = readFileSync(join(BUILT, "index.html"), "utf8");
    const entries = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path!);
    const files = new Set(["index.html"]);
    const take = (path: string) => {
      if (files.has(path)) return;
      files.add(path);
      if (path.endsWith(".js")) for (const next of importedBy(path)) take(next);
    };
    for (const path of entries) take(path);
    // What the page of all apps fetches once it is gone to: its own file, what that imports, and their styles.
    for (const path of readdirSync(join(BUILT, "assets"))) {
      if (/^apps-page-[^.]+\.(js|css)$/.test(path)) take(`assets/${path}`);
    }
    const weight = [...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(BUILT, path))).length, 0);
    expect(files.size).toBeGreaterThan(4);
    expect(weight).toBeLessThan(FIRST_PAGE_BYTES);
  });
});

/** The files that a file of the build imports at once; those it may fetch later are not among them. */
function importedBy(path: string): string[] {
  const text = readFileSync(join(BUILT, path), "utf8");
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => join(dirname(path), name!));
}
