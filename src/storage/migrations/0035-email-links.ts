// Links by which somebody confirms that an e-mail address is theirs, one for each person: the address that is to be theirs waits here. And the address that
// somebody had before, for as long as the mail waits that tells them of the change there. A server of the version before can't write these mails: one that it takes is tried
// again a minute later.
export const emailLinks = `
create table email_link (
  person_id {text} primary key,
  email {text} not null,
  hash {text} unique,
  asked_at {int} not null,
  expires_at {int} not null
) {strict_without_rowid};

alter table mail add column old_address {text};
`;
