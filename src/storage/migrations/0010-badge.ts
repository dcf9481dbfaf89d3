// The public badge of an app, for those that have switched it on.
export const badge = `
create table badge (
  app_id {text} primary key references app (id),
  token_hash {text} not null unique,
  token {text} not null,
  created_at {int} not null
) {strict};
`;
