// How many live streams each server has open, by person and by network address: the others count them, too, until `until`.
export const livePlaces = `
create table live_place (
  scope {text} not null,
  server {text} not null,
  n {int} not null,
  until {int} not null,
  primary key (scope, server)
) {strict_without_rowid};
create index live_place_by_server on live_place (server);
create index live_place_by_end on live_place (until);
`;
