// Programs that receive events: whose app's release gate is watched for them, and the connection that an entry of an inbox is about.
export const eventReceivers = `
create table gate_watch (
  connection_id {text} primary key,
  app_id {text} not null,
  result {text},
  due_at {int}
) {strict_without_rowid};
create index gate_watch_by_app on gate_watch (app_id);
create index gate_watch_due on gate_watch (due_at) where due_at is not null;

alter table inbox_entry add column connection_id {text};
`;
