// What GitLab can do for an app, and what its connection holds for that.
import { BRANCHES, ourSecret, type ToolFacts } from "./tool-fields.ts";

export const gitlab: ToolFacts = {
  in: "A merged merge request fixes the issues it names.",
  out: null,
  inFields: [ourSecret("The same as the webhook's secret token at GitLab."), BRANCHES],
  outFields: [],
};
