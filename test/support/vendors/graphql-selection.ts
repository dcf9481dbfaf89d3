// What a GraphQL document asks for and with which arguments, as plain objects that can be held against types.
export interface Asked {
  /** `{ issue: { id: true } }` for `{ issue { id } }`. */
  fields: Selection;
  /** The arguments of the outermost field; what they take from a variable is the variable's value. */
  args: unknown;
}
export interface Selection {
  [field: string]: true | Selection;
}

const TOKEN = /[{}()[\]:,]|\$?[\w!]+|"[^"]*"/g;

export function askedBy(document: string, variables: Record<string, unknown>): Asked {
  const tokens = document.slice(document.indexOf("{")).match(TOKEN)!;
  let at = 1;
  let args: unknown = {};
  const value = (): unknown => {
    const token = tokens[at++]!;
    if (token.startsWith("$")) return variables[token.slice(1)];
    if (token === "{") {
      const object: Record<string, unknown> = {};
      while (tokens[at] !== "}") {
        const name = tokens[at]!;
        at += 2;
        object[name] = value();
        if (tokens[at] === ",") at++;
      }
      at++;
      return object;
    }
    if (token !== "[") return JSON.parse(token);
    const list: unknown[] = [];
    while (tokens[at] !== "]") list.push(value());
    at++;
    return list;
  };
  const selection = (depth: number): Selection => {
    const found: Selection = {};
    while (tokens[at] !== "}") {
      const name = tokens[at++]!;
      if (tokens[at] === "(") {
        tokens[at] = "{";
        const close = closing(tokens, at);
        tokens[close] = "}";
        const given = value();
        if (depth === 0) args = given;
      }
      const hasFields = tokens[at] === "{";
      if (hasFields) at++;
      found[name] = hasFields ? selection(depth + 1) : true;
    }
    at++;
    return found;
  };
  const fields = selection(0);
  return { fields, args };
}

function closing(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from + 1; at < tokens.length; at++) {
    if (tokens[at] === "(") depth++;
    if (tokens[at] === ")" && depth-- === 0) return at;
  }
  throw new Error("no closing bracket");
}
