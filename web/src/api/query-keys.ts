// How what was read is called. Everything about one app begins with `["app", id]`, so that one word from the live
// stream makes all of it stale.
export const queryKeys = {
  overview: ["overview"] as const,
  archivedApps: ["archived-apps"] as const,
  app: (id: string) => ["app", id] as const,
  appPart: (id: string, ...part: unknown[]) => ["app", id, ...part] as const,
  issues: (filter: unknown) => ["issues", filter] as const,
  issueCode: (code: string) => ["issue-code", code] as const,
  issue: (id: string) => ["issue", id] as const,
  issuePart: (id: string, ...part: unknown[]) => ["issue", id, ...part] as const,
  inbox: (...part: unknown[]) => ["inbox", ...part] as const,
  removedPeople: ["workspace", "people", "removed"] as const,
  webhookTemplates: ["webhook-templates"] as const,
  erasures: ["workspace", "erasures"] as const,
  operated: (...part: unknown[]) => ["operated", ...part] as const,
  workspace: (...part: unknown[]) => ["workspace", ...part] as const,
};
