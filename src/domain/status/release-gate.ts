// The release gate: whether an app, or some of its platforms, is good enough to ship, and if not, why.
import { counted } from "../../lib/text/counted.ts";
import { percentComplete, type Tally } from "./summary.ts";

export interface Thresholds {
  /** The share that must be tested, 0 to 100. A check that needs a retest doesn't count as tested. */
  percent: number;
  maxFailed: number;
  maxOpen: number;
}

export const STRICT: Thresholds = { percent: 100, maxFailed: 0, maxOpen: 0 };

export interface GateFigures extends Tally {
  /** Open issues on what is looked at; where there are many, they are counted only so far as it matters. */
  openIssues: number;
}

export const GATE_RULES = ["percent", "max_failed", "max_open"] as const;

export interface GateReason {
  /** The threshold that isn't met. */
  rule: (typeof GATE_RULES)[number];
  message: string;
}

export interface GateDecision {
  result: "pass" | "fail";
  /** Why the gate fails; empty when it passes. */
  reasons: GateReason[];
}

export function decideGate(figures: GateFigures, thresholds: Thresholds): GateDecision {
  const { failed, openIssues } = figures;
  const { percent, maxFailed, maxOpen } = thresholds;
  const reasons: GateReason[] = [];
  if (percentComplete(figures) < percent) reasons.push({ rule: "percent", message: incomplete(figures, percent) });
  if (failed > maxFailed) {
    reasons.push({
      rule: "max_failed",
      message: `${counted(failed, "platform-check")} failed; ${may(maxFailed, "fail")}.`,
    });
  }
  if (openIssues > maxOpen) {
    const are = openIssues === 1 ? "is" : "are";
    reasons.push({
      rule: "max_open",
      message: `${counted(openIssues, "issue")} ${are} open; ${may(maxOpen, "be open")}.`,
    });
  }
  return { result: reasons.length === 0 ? "pass" : "fail", reasons };
}

function incomplete(figures: GateFigures, percent: number): string {
  const { untested, needsRetest, passed, failed } = figures;
  if (passed + failed + untested + needsRetest === 0) return `Nothing can be tested; ${percent} % is needed.`;
  const left = [
    untested > 0 ? `${untested} untested` : null,
    needsRetest > 0 ? `${needsRetest} ${needsRetest === 1 ? "needs" : "need"} a retest` : null,
  ].filter((part) => part !== null);
  return `${percentComplete(figures)} % is tested (${left.join(", ")}); ${percent} % is needed.`;
}

function may(most: number, what: string): string {
  return `${most === 0 ? "none" : `at most ${most}`} may ${what}`;
}
