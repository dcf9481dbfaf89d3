// Links by which somebody confirms an e-mail address and makes a workspace of their own, one for each address. Until then there is no workspace that they
// would belong to, so the address is only in the link itself, and in the mail until it is sent. A server of the version before can't write these mails, and leaves them to others.
export const signUps = `
create table sign_up (
  email_hash {text} primary key,
  hash {text} unique,
  asked_at {int} not null,
  expires_at {int} not null
) {strict_without_rowid};
create index sign_up_by_end on sign_up (expires_at);
`;
