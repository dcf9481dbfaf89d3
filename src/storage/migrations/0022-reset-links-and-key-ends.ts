// Links by which somebody who forgot their password sets a new one, one for each person; and keys know who made them and when they expire.
// A server of the version before knows no end of keys: it lets one in that has expired while both run.
export const resetLinksAndKeyEnds = `
create table reset_link (
  person_id {text} primary key references person (id),
  hash {text} not null unique,
  made_by {text} references person (id),
  expires_at {int} not null
) {strict_without_rowid};

alter table key add column created_by {text};
alter table key add column expires_at {int};
create index key_by_person on key (created_by) where created_by is not null;
create index key_by_end on key (expires_at) where expires_at is not null and revoked_at is null;

create index cycle_tester_by_person on cycle_tester (person_id, cycle_id);
`;
