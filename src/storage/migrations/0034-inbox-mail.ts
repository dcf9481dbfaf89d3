// Mails about inboxes: what each person wants, entries that no mail has been planned for yet, and how far back a mail tells. What servers of
// the version before put into inboxes while both run is mailed to nobody.
export const inboxMails = `
create table inbox_mail (
  person_id {text} primary key,
  choice {text},
  mailed_at {int},
  looked_at {int}
) {strict_without_rowid};

alter table inbox_entry add column unmailed {int};
create index inbox_entry_unmailed on inbox_entry (person_id) where unmailed is not null;

alter table mail add column since {int};
create index mail_inbox_waiting on mail (person_id) where kind = 'inbox' and state = 'pending';
`;
