// What requests with an Idempotency-Key were answered with. The rows refer to nothing: they are gone within a day or two.
export const idempotency = `
create table idempotency (
  owner {text} not null,
  key {text} not null,
  print {text} not null,
  app_id {text} not null,
  output {text} not null,
  made_at {int} not null,
  primary key (owner, key)
) {strict};
create index idempotency_by_age on idempotency (made_at);
`;
