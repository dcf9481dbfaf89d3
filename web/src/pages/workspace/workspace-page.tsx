// The workspace: keys, people, mail, the plan, personal data and the audit log. For admins who reach every app.
import { useEffect } from "react";
import { Link } from "wouter";
import { useMayManage } from "../../api/session.tsx";
import { Empty, Missing } from "../../components/display/loading-and-failure.tsx";
import frame from "../../shell/app-frame.module.css";
import { AuditPart } from "./audit/audit-part.tsx";
import { KeysPart } from "./keys/keys-part.tsx";
import { MailPart } from "./mail/mail-part.tsx";
import { PeoplePart } from "./people/people-part.tsx";
import { PlanPart } from "./plan/plan-part.tsx";
import { PrivacyPart } from "./privacy/privacy-part.tsx";

const PARTS = [
  ["keys", "Keys", KeysPart],
  ["people", "People", PeoplePart],
  ["mail", "Mail", MailPart],
  ["plan", "Plan", PlanPart],
  ["privacy", "Personal data", PrivacyPart],
  ["audit", "Audit log", AuditPart],
] as const;

export function WorkspacePage({ part }: { part?: string }) {
  const mayManage = useMayManage();
  const here = PARTS.find(([name]) => name === (part ?? "keys"));
  const title = here?.[1] ?? "Workspace";
  useEffect(() => {
    document.title = `${title} · Retest`;
  }, [title]);
  if (!mayManage) {
    return (
      <Empty level={1} title="The workspace is for admins">
        Keys, people and the audit log are for admins with access to every app. Ask one of them if something here should
        change.
      </Empty>
    );
  }
  if (here === undefined)
    return (
      <Missing
        level={1}
        title="There is no such page"
        ways={PARTS.map(([name, word]) => [`Workspace: ${word.toLowerCase()}`, `/workspace/${name}`])}
      >
        The workspace has keys, people, mail, the plan, personal data and the audit log.
      </Missing>
    );
  const [name, , Part] = here;
  return (
    <>
      <div className={frame.head}>
        <h1 className={frame.name}>Workspace</h1>
        <nav className={frame.tabs} aria-label="Pages of the workspace">
          {PARTS.map(([path, word]) => (
            <Link
              key={path}
              href={`/workspace/${path}`}
              className={frame.tab}
              aria-current={path === name ? "page" : undefined}
            >
              {word}
            </Link>
          ))}
        </nav>
      </div>
      <Part />
    </>
  );
}
