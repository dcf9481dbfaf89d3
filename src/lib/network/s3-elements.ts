// Reads what a bucket answers in XML: the texts of elements that have a name, which is all that is ever asked of it.

/** The text of the first element of that name. */
export function elementOf(xml: string, name: string): string | undefined {
  return elementsOf(xml, name)[0];
}

/** The texts of all elements of that name, which don't contain each other. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs"))].map(([, content]) =>
    unescaped(content!),
  );
}

const ENTITIES: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  "#34": '"',
  "#39": "'",
  "#x27": "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp|#34|#39|#x27);/g, (_, name: string) => ENTITIES[name]!);
}
