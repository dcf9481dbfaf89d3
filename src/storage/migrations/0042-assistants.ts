// Assistants that people let in: programs that registered, codes by which they are let in, and tokens by which they stay. What one is let in
// with is a key that has a client. A server of the version before knows no such keys: it refuses their tokens.
export const assistants = `
create table oauth_client (
  id {text} primary key,
  name {text} not null,
  redirects {text} not null,
  created_at {int} not null,
  used_at {int}
) {strict_without_rowid};
create index oauth_client_unused on oauth_client (created_at, id) where used_at is null;

create table oauth_code (
  hash {text} primary key,
  client_id {text} not null,
  person_id {text} not null,
  redirect {text} not null,
  challenge {text} not null,
  role {text} not null,
  apps {text},
  vouched {int} not null,
  expires_at {int} not null,
  key_id {text}
) {strict_without_rowid};
create index oauth_code_by_end on oauth_code (expires_at);

create table refresh_token (
  hash {text} primary key,
  key_id {text} not null references key (id),
  expires_at {int} not null,
  used_at {int}
) {strict_without_rowid};
create index refresh_token_by_key on refresh_token (key_id);
create index refresh_token_by_end on refresh_token (expires_at);

alter table key add column client_id {text};
alter table key add column vouched {int} not null default 0;
create index key_by_client on key (client_id) where client_id is not null;
`;
