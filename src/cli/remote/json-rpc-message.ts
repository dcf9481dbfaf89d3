// Whether a JSON text is one message of JSON-RPC. By hand, because the SDK that the server has for it would take most of the command file's start.
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** Null for what is none. What a message asks for, and whether that makes sense, is the server's to say. */
export function readMessage(text: string): JSONRPCMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

/** A question (method and id), a word that needs no answer (method alone), an answer (result and id), or an error. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value.jsonrpc !== "2.0") return false;
  const { id, method, params, result, error } = value;
  const hasId = typeof id === "string" || Number.isInteger(id);
  if (id !== undefined && !hasId) return false;
  if (method !== undefined) return typeof method === "string" && (params === undefined || isObject(params));
  if (result !== undefined) return hasId && isObject(result);
  return isObject(error) && Number.isInteger(error.code) && typeof error.message === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
