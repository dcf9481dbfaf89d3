// What the server says of itself to whoever watches it.
import * as z from "zod";

export const HealthySchema = z.strictObject({ status: z.literal("ok") });
export const ReadySchema = z.strictObject({ status: z.literal("ready") });

export const HEALTHY = JSON.stringify({ status: "ok" } satisfies z.infer<typeof HealthySchema>);
export const READY = JSON.stringify({ status: "ready" } satisfies z.infer<typeof ReadySchema>);
