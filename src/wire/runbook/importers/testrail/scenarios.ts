// TestRail keeps the scenarios of a case as a list in JSON: [{"content": "Given a shop"}].
import { readJsonTree } from "../../../../lib/formats/json-tree.ts";
import { itemsAt, jsonTextAt } from "../reading/json-fields.ts";

/** The depth of such a list, with room to spare. */
const DEPTH = 5;

/** The texts of the scenarios; any other text stays as it is. */
export function scenariosIn(text: string): string {
  if (!/^\s*\[\s*\{\s*"content"\s*:/.test(text)) return text;
  try {
    const list = readJsonTree(`{"list": ${text}}`, DEPTH);
    return itemsAt(list, "list")
      .map((one) => jsonTextAt(one, "content"))
      .join("\n\n");
  } catch {
    return text;
  }
}
