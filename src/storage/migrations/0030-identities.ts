// Who people are at an issuer that they sign in with, whose word a session rests on, and whether an e-mail address is known to be its
// person's. A server of the version before lets a session that a proxy vouches for in without asking the proxy while both run.
export const identities = `
create table identity (
  issuer {text} not null,
  subject {text} not null,
  person_id {text} not null references person (id),
  created_at {int} not null,
  primary key (issuer, subject)
) {strict_without_rowid};
create index identity_by_person on identity (person_id);

alter table person add column email_confirmed_at {int};
alter table session add column vouched_by {text};
alter table session add column vouched_for {text};
create index invitation_by_email on invitation (email) where email is not null;
create index person_removed_by_email on person (email) where removed_at is not null;
`;
