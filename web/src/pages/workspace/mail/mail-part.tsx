// What came of the mails that were sent lately, so that somebody sees those that were given up.
import { useQuery } from "@tanstack/react-query";
import { MAIL_DAYS } from "../../../../../src/wire/limits.ts";
import { get } from "../../../api/client.ts";
import { useSendsMail } from "../../../api/mail.ts";
import type { Mail } from "../../../api/types.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { Panel, Panels } from "../../../components/layout/panel.tsx";
import rows from "../../../components/layout/rows.module.css";

const KINDS: Record<Mail["kind"], string> = {
  invitation: "Invitation",
  reset: "New password",
  inbox: "Inbox",
  email_link: "Address to confirm",
  email_changed: "Address was changed",
  sign_up: "Link to make a workspace",
};
const STATES: Record<Mail["state"], string> = {
  pending: "Waits",
  sent: "Sent",
  failed: "Given up",
  cancelled: "Not needed any more",
};

export function MailPart() {
  const sendsMail = useSendsMail();
  const { data, error, refetch } = useQuery({ queryKey: ["mails"], queryFn: () => get<Mail[]>("/mails") });
  return (
    <Panels>
      <Panel
        title="Mail"
        about={
          sendsMail
            ? "The newest mails, and what the mail server said. What a mail said is not kept."
            : "This server sends no mail. Whoever runs it sets RETEST_SMTP_URL and RETEST_MAIL_FROM; links can be passed on without."
        }
      >
        {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
        {data?.length === 0 && <p className={rows.nothing}>No mail was sent in the last {MAIL_DAYS} days.</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Mails">
            {data.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </Panel>
    </Panels>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const { id, kind, name, address, state, attempts, created_at, due_at, outcome } = mail;
  return (
    <li className={rows.row} data-row={id} data-state={state}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{name ?? address ?? "Somebody who is gone"}</bdi>
          <span className={rows.tag}>{STATES[state]}</span>
        </div>
        <div className={rows.meta}>
          <span>{KINDS[kind]}</span>
          {name !== null && <bdi>{address}</bdi>}
          <span>
            <Ago at={created_at} />
          </span>
          {attempts > 1 && <span>{attempts} attempts</span>}
          {due_at !== null && attempts > 0 && (
            <span>
              Next attempt <Ago at={due_at} />
            </span>
          )}
          {outcome !== null && state !== "sent" && <bdi>{outcome}</bdi>}
        </div>
      </div>
    </li>
  );
}
