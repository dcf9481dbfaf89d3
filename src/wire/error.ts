// The one shape of an error.
import * as z from "zod";
import type { FaultCode } from "../domain/fault.ts";

export const ErrorSchema = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) });

let last = { code: "" as FaultCode | "", message: "", text: "" };

/** In a flood it is the same one again and again. */
export function presentError(code: FaultCode, message: string): string {
  if (code !== last.code || message !== last.message) {
    const text = JSON.stringify({ error: { code, message } } satisfies z.infer<typeof ErrorSchema>);
    last = { code, message, text };
  }
  return last.text;
}
