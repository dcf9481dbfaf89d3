// What a report shows of a runbook, or of the part of it that is in a cycle.
import type { ShownCheck } from "../runbook/checks.ts";
import type { Section } from "../runbook/sections.ts";
import type { ShownPlatformStatus } from "./platform-statuses.ts";

export interface ReportedRunbook {
  /** Codes in the app's order. */
  platforms: string[];
  sections: {
    section: Omit<Section, "appId" | "position" | "createdAt">;
    checks: { check: Pick<ShownCheck, "id" | "ref" | "title">; readings: ShownPlatformStatus[] }[];
  }[];
  issues: IssuesByPlace;
}

/** Codes of open issues, by check and platform. */
export class IssuesByPlace {
  readonly #codes = new Map<string, string[]>();

  add(checkId: string, platform: string, code: string): void {
    const codes = this.#codes.get(`${checkId} ${platform}`);
    if (codes === undefined) this.#codes.set(`${checkId} ${platform}`, [code]);
    else codes.push(code);
  }

  at(checkId: string, platform: string): readonly string[] {
    return this.#codes.get(`${checkId} ${platform}`) ?? [];
  }
}
