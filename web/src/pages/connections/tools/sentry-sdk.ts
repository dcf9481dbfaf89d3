// What a program that has Sentry's SDK can do for an app.
import type { ToolFacts } from "./tool-fields.ts";

export const sentrySdk: ToolFacts = {
  in: "Errors of a program that has this connection's DSN raise issues, without Sentry.",
  out: null,
  inFields: [],
  outFields: [],
  address: "DSN",
  raises: true,
};
