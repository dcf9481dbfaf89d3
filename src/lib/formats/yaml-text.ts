// Writes texts as YAML: plain where every reader takes it for the same text, as a block where it has lines, else quoted.

const WORDS = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** A text in YAML; `indent` is in front of a block's lines. */
export function yamlText(text: string, indent: string): string {
  if (isPlain(text)) return text;
  if (isBlock(text)) {
    const lines = text.split("\n").map((line) => (line === "" ? "" : indent + line));
    return `|-\n${lines.join("\n")}`;
  }
  return yamlQuoted(text);
}

/** A text in double quotes, which YAML never takes for anything else. */
export function yamlQuoted(text: string): string {
  let quoted = "";
  for (const char of JSON.stringify(text)) {
    const unit = char.charCodeAt(0);
    quoted += isOdd(unit) ? `\\u${unit.toString(16).padStart(4, "0")}` : char;
  }
  return quoted;
}

/** A letter first, and after it nothing that means something to YAML. */
function isPlain(text: string): boolean {
  if (!/^\p{L}/u.test(text) || WORDS.has(text.toLowerCase()) || text.endsWith(" ")) return false;
  return /^[\p{L}\p{M}\p{Nd} _.()/'’&+-]*$/u.test(text);
}

function isBlock(text: string): boolean {
  if (!text.includes("\n") || text.startsWith(" ") || text.startsWith("\n") || text.endsWith("\n")) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x0a && (unit < 0x20 || isOdd(unit))) return false;
  }
  return text.split("\n").every((line) => line === "" || line.trim() !== "");
}

/** Characters that not every reader keeps as they are: controls, odd line ends and marks of byte order. */
function isOdd(unit: number): boolean {
  return (unit >= 0x7f && unit < 0xa1) || unit === 0x2028 || unit === 0x2029 || unit === 0xfeff || unit >= 0xfffe;
}
