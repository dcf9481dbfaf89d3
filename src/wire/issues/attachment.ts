// What is said about a file that is attached.
import * as z from "zod";

/** Any text: it is cleaned, and made the issue's own. */
export const AttachQuery = z.strictObject({ name: z.string().max(4_096) });
