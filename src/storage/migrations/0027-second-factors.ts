// What people sign in with beside their password, a sign-in of which only the password is done, and when a session last showed that its person
// is there. A workspace may demand a second factor. A server of the version before asks nobody for one while both run.
export const secondFactors = `
create table second_factor (
  id {text} primary key,
  person_id {text} not null references person (id),
  kind {text} not null,
  name {text} not null,
  secret {text},
  credential_id {text} unique,
  credential {text},
  counter {int} not null,
  created_at {int} not null,
  last_used_at {int}
) {strict};
create index second_factor_by_person on second_factor (person_id, id);

create table recovery_code (
  person_id {text} not null references person (id),
  hash {text} not null,
  used_at {int},
  primary key (person_id, hash)
) {strict_without_rowid};

create table half_session (
  hash {text} primary key,
  person_id {text} not null references person (id),
  expires_at {int} not null
) {strict_without_rowid};
create index half_session_by_person on half_session (person_id);

create table passkey_challenge (
  session_hash {text} primary key,
  challenge {text} not null,
  expires_at {int} not null
) {strict_without_rowid};

alter table session add column confirmed_at {int} not null default 0;
alter table workspace add column second_factor {text} not null default 'optional';
`;
