// Mails that wait to be sent, and what came of those that were. No text and no address is kept: both are made when a mail is sent, and so is
// the token of a link. An invitation has a second token, that of its mail, because the first was shown to whoever invited.
export const mailTables = `
create table mail (
  id {text} primary key,
  workspace_id {text} not null,
  kind {text} not null,
  person_id {text},
  invitation_id {text},
  state {text} not null,
  attempts {int} not null,
  due_at {int} not null,
  created_at {int} not null,
  finished_at {int},
  outcome {text}
) {strict};
create index mail_due on mail (due_at) where state = 'pending';
create index mail_by_workspace on mail (workspace_id, id);
create index mail_by_person on mail (person_id, id) where person_id is not null;
create index mail_by_invitation on mail (invitation_id) where invitation_id is not null;

alter table invitation add column mail_hash {text};
create unique index invitation_by_mail_hash on invitation (mail_hash) where mail_hash is not null;
`;
