// The words of each page of a PDF that Chromium has made: what somebody who prints it holds in their hands.
import { inflateSync } from "node:zlib";

/** A text for each page, without the spaces, which a PDF does not have either. */
export function pdfPages(pdf: Buffer): string[] {
  const file = pdf.toString("latin1");
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id, body]) => [id!, body!]),
  );
  const bodyOf = (id: string) => streamOf(objects.get(id)!);
  const fonts = new Map<string, Map<string, string>>();
  for (const [id, body] of objects) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(body);
    if (unicode !== null) fonts.set(id, lettersOf(bodyOf(unicode[1]!)));
  }
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((page) => {
      const named = new Map([...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, fonts.get(id!)]));
      return wordsOf(bodyOf(/\/Contents (\d+) 0 R/.exec(page)![1]!), named);
    });
}

function streamOf(body: string): string {
  const start = body.indexOf("stream\n") + "stream\n".length;
  const bytes = Buffer.from(body.slice(start, body.lastIndexOf("\nendstream")), "latin1");
  return /\/FlateDecode/.test(body.slice(0, start)) ? inflateSync(bytes).toString("latin1") : bytes.toString("latin1");
}

/** Which letter each glyph of a font is. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, lines] of map.matchAll(/beginbfchar\n(.*?)endbfchar/gs)) {
    for (const [, glyph, text] of lines!.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph!.toUpperCase(), letterOf(text!));
  }
  for (const [, lines] of map.matchAll(/beginbfrange\n(.*?)endbfrange/gs)) {
    for (const [, from, to, text] of lines!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from!, 16);
      for (let glyph = first; glyph <= Number.parseInt(to!, 16); glyph += 1) {
        const code = Number.parseInt(text!, 16) + glyph - first;
        letters.set(glyph.toString(16).padStart(4, "0").toUpperCase(), String.fromCharCode(code));
      }
    }
  }
  return letters;
}

function letterOf(hex: string): string {
  return Buffer.from(hex, "hex").swap16().toString("utf16le");
}

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string> | undefined>): string {
  let text = "";
  let letters: ReadonlyMap<string, string> | undefined;
  for (const [, font, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (font !== undefined) letters = fonts.get(font);
    else for (const glyph of glyphs!.toUpperCase().match(/.{4}/g) ?? []) text += letters?.get(glyph) ?? "";
  }
  return text.replaceAll(/\s/g, "");
}
