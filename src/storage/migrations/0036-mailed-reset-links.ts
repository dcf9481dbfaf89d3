// Links for a new password that are mailed stand apart from those that an admin makes: anybody may ask for a mail, and must not void what an admin
// has passed on. A server of the version before finds none of these, and leaves them as they are when a password changes: they end within an hour.
export const mailedResetLinks = `
create table mailed_reset_link (
  person_id {text} primary key references person (id),
  hash {text} not null unique,
  expires_at {int} not null
) {strict_without_rowid};
`;
