// Where personal data is among what people sign in, join and are written to with: a part of the list of all tables.
import type { TableData } from "./table-data.ts";

export const SIGN_IN_DATA: Readonly<Record<string, TableData>> = {
  person: {
    key: "id",
    own: "name email password_hash",
    none: "id workspace_id role apps created_at removed_at email_confirmed_at renamed_at",
  },
  session: {
    key: "hash",
    owner: "person_id",
    none: "hash person_id created_at last_seen_at expires_at agent confirmed_at vouched_by vouched_for",
  },
  invitation: {
    key: "id",
    workspace: "workspace_id",
    own: "email",
    none: "id hash workspace_id role apps first_admin created_by created_at expires_at used_at mail_hash",
  },
  reset_link: { key: "person_id", owner: "person_id", none: "person_id hash made_by expires_at" },
  second_factor: {
    key: "id",
    owner: "person_id",
    none: "id person_id kind name secret credential_id credential counter created_at last_used_at",
  },
  recovery_code: { key: "person_id hash", owner: "person_id", none: "person_id hash used_at" },
  half_session: { key: "hash", owner: "person_id", none: "hash person_id expires_at" },
  passkey_challenge: { key: "session_hash", none: "session_hash challenge expires_at" },
  mail: {
    key: "id",
    workspace: "workspace_id",
    owner: "person_id",
    text: "outcome",
    none: "id workspace_id kind person_id invitation_id state attempts due_at created_at finished_at since",
  },
  inbox_mail: { key: "person_id", owner: "person_id", none: "person_id choice mailed_at looked_at" },
  identity: { key: "issuer subject", owner: "person_id", none: "issuer subject person_id created_at" },
};
