// An e-mail address, and who somebody is at an issuer, are one person's in each workspace, and no longer one person's of a server. Whoever has
// several accounts chooses one after signing in. A server of the version before signs such a person in to one of them, while both run.
const tables = `
drop index person_by_email;
create unique index person_by_workspace_and_email on person (workspace_id, email) where removed_at is null;
create index person_by_email on person (email, id) where removed_at is null;
create index workspace_by_age on workspace (created_at, id);
create index workspace_by_name on workspace (name, id);

create table sign_in_choice (
  hash {text} not null,
  person_id {text} not null references person (id),
  vouched_by {text},
  vouched_for {text},
  expires_at {int} not null,
  primary key (hash, person_id)
) {strict_without_rowid};
create index sign_in_choice_by_person on sign_in_choice (person_id);
create index sign_in_choice_by_end on sign_in_choice (expires_at);
`;

export const manyWorkspaces = {
  postgres: `${tables}
alter table identity drop constraint identity_pkey;
alter table identity add primary key (issuer, subject, person_id);
`,
  sqlite: `${tables}
create table identity_of_workspace (
  issuer {text} not null,
  subject {text} not null,
  person_id {text} not null references person (id),
  created_at {int} not null,
  primary key (issuer, subject, person_id)
) {strict_without_rowid};
insert into identity_of_workspace (issuer, subject, person_id, created_at)
  select issuer, subject, person_id, created_at from identity;
drop table identity;
alter table identity_of_workspace rename to identity;
create index identity_by_person on identity (person_id);
`,
};
