// Where the interface has a page, and what a browser may fetch for it while it still waits for the code.
import type { FastifyRequest } from "fastify";

interface WebPage {
  /** The page with the links to its own code; the build makes one for each (web/page-files.ts). */
  file?: string;
  /** What the page asks for first, below /ui/v1. */
  data?: string[];
}

const RUNBOOK = "/apps/:app/runbook";
const ISSUES: WebPage = { file: "issues-page", data: ["/overview"] };
const ISSUES_OF_APP: WebPage = { file: "issues-page", data: ["/apps/:app"] };

/** The interface's own router (web/src/app.tsx) decides which page stands at an address. */
export const WEB_PAGES: Record<string, WebPage> = {
  "/": { file: "apps-page", data: ["/overview"] },
  "/sign-in": {},
  "/join": { file: "join-page" },
  "/reset": { file: "reset-page" },
  "/forgot": { file: "forgot-page" },
  "/unsubscribe": { file: "unsubscribe-page" },
  "/confirm-email": { file: "confirm-email-page" },
  "/authorize": { file: "authorize-page" },
  "/account": { file: "account-page" },
  "/apps/:app": { file: "runbook-page", data: ["/apps/:app", RUNBOOK] },
  "/apps/:app/cycles": { file: "cycles-page", data: ["/apps/:app", "/apps/:app/cycles?status=open&limit=100"] },
  "/apps/:app/cycles/:cycle/report": { file: "report-page", data: ["/apps/:app"] },
  "/apps/:app/report": { file: "report-page", data: ["/apps/:app"] },
  "/apps/:app/issues": ISSUES_OF_APP,
  "/apps/:app/issues/:issue": ISSUES_OF_APP,
  "/apps/:app/webhook": { file: "webhook-page", data: ["/apps/:app"] },
  "/apps/:app/connections": { file: "connections-page", data: ["/apps/:app"] },
  "/apps/:app/connections/:connection": { file: "connections-page", data: ["/apps/:app"] },
  "/apps/:app/settings": { file: "settings-page", data: ["/apps/:app"] },
  "/issues": ISSUES,
  "/issues/:issue": ISSUES,
  "/operator": { file: "operator-page", data: ["/operator/workspaces"] },
  "/workspace": { file: "workspace-page" },
  "/workspace/:part": { file: "workspace-page" },
};

/** A browser that may have a session: without one the data would be refused. The server's own check comes with each request. */
const HAS_SESSION = /(?:^|[; -])retest=[^;]/;

/**
 * `Link: …; rel=preload` for the page's data, so that it comes together with the code and not after it. `crossorigin` makes the
 * browser ask as the page's own code will, or it would ask twice.
 */
export function preloadsOf({ data = [] }: WebPage, { headers, params, query }: FastifyRequest): string | undefined {
  if (!HAS_SESSION.test(headers.cookie ?? "")) return undefined;
  const { app = "" } = params as { app?: string };
  const { cycle } = query as { cycle?: unknown };
  // An address that names a cycle shows the runbook of that.
  const asked = data.map((path) =>
    path === RUNBOOK && typeof cycle === "string" ? `/cycles/${encodeURIComponent(cycle)}/runbook` : path,
  );
  const paths = ["/me", ...asked].map((path) => `/ui/v1${path.replace(":app", encodeURIComponent(app))}`);
  return paths.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`).join(", ");
}
