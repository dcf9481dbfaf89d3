// What a program that has Sentry's SDK can do for an app.
import type { ToolForm } from "../toolkit/tool-form.ts";

export const sentrySdkForm: ToolForm = {
  in: "Errors of a program that has this connection's DSN raise issues, without Sentry.",
  out: null,
  inFields: [],
  outFields: [],
  address: "DSN",
};
