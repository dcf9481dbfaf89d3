// The severities that people give to the rules of Prometheus and Grafana, beside the words that all tools share.
import type { Words } from "../../../domain/mapping/words.ts";

export const SEVERITY_WORDS: Words["priority"] = {
  page: "urgent",
  emergency: "urgent",
  major: "high",
  minor: "medium",
  warn: "medium",
  ticket: "medium",
  notice: "low",
  information: "low",
  informational: "low",
};
