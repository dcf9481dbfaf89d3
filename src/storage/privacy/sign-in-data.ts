// Where personal data is among what people sign in, join and are written to with: a part of the list of all tables.
import type { TableData } from "./table-data.ts";

const WORKSPACE_OF_PERSON = "(select workspace_id from person where person.id = person_id)";

export const SIGN_IN_DATA: Readonly<Record<string, TableData>> = {
  person: {
    key: "id",
    workspace: "workspace_id",
    title: "name",
    own: "email password_hash",
    none: "id workspace_id role apps created_at removed_at email_confirmed_at renamed_at operator_since",
  },
  session: {
    key: "hash",
    workspace: WORKSPACE_OF_PERSON,
    owner: "person_id",
    title: "agent",
    dropped: "vouched_for",
    none: "hash person_id created_at last_seen_at expires_at confirmed_at vouched_by",
  },
  invitation: {
    key: "id",
    workspace: "workspace_id",
    own: "email",
    none: "id hash workspace_id role apps first_admin created_by created_at expires_at used_at mail_hash",
  },
  reset_link: { key: "person_id", owner: "person_id", none: "person_id hash made_by expires_at" },
  mailed_reset_link: { key: "person_id", owner: "person_id", none: "person_id hash expires_at" },
  email_link: {
    key: "person_id",
    workspace: WORKSPACE_OF_PERSON,
    owner: "person_id",
    dropped: "email",
    none: "person_id hash asked_at expires_at",
  },
  second_factor: {
    key: "id",
    workspace: WORKSPACE_OF_PERSON,
    owner: "person_id",
    title: "name",
    none: "id person_id kind secret credential_id credential counter created_at last_used_at",
  },
  recovery_code: { key: "person_id hash", owner: "person_id", none: "person_id hash used_at" },
  half_session: { key: "hash", owner: "person_id", none: "hash person_id expires_at" },
  sign_in_choice: {
    key: "hash person_id",
    owner: "person_id",
    dropped: "vouched_for",
    none: "hash person_id vouched_by expires_at",
  },
  sign_up: { key: "email_hash", none: "email_hash hash asked_at expires_at" },
  passkey_challenge: { key: "session_hash", none: "session_hash challenge expires_at" },
  oauth_client: { key: "id", shared: true, title: "name", none: "id redirects created_at used_at" },
  oauth_code: {
    key: "hash",
    owner: "person_id",
    none: "hash client_id person_id redirect challenge role apps vouched expires_at key_id",
  },
  refresh_token: { key: "hash", none: "hash key_id expires_at used_at" },
  mail: {
    key: "id",
    workspace: "workspace_id",
    owner: "person_id",
    text: "outcome",
    dropped: "old_address",
    none: "id workspace_id kind person_id invitation_id state attempts due_at created_at finished_at since",
  },
  inbox_mail: { key: "person_id", owner: "person_id", none: "person_id choice mailed_at looked_at" },
  identity: {
    key: "issuer subject person_id",
    workspace: WORKSPACE_OF_PERSON,
    owner: "person_id",
    dropped: "subject",
    none: "issuer person_id created_at",
  },
};
