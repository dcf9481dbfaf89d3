// Attached files as they cross the boundary.
import * as z from "zod";

/** Any text: it is cleaned, and made one that nothing else there has. */
export const AttachQuery = z.strictObject({ name: z.string().max(4_096) });

export const AttachmentSchema = z.strictObject({ name: z.string(), kind: z.enum(["screenshot", "recording"]) });
