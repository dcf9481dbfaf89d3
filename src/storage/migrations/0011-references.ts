// References that PostgreSQL no longer checks. Each check is a query of its own for every row, a quarter of what a delivery
// costs the database, and finds what the transaction holds locked or has just written: nothing here ever deletes an app
// or an issue. SQLite checks them for next to nothing, and the doctor looks for rows without what they refer to on both.
export const references = {
  sqlite: "",
  // All at once and the app first, as writers do: whoever takes them the other way round is in each other's way.
  postgres: `
lock table app, issue, slot, event, delivery in access exclusive mode;
alter table issue drop constraint issue_app_id_fkey;
alter table slot drop constraint slot_app_id_fkey, drop constraint slot_issue_id_fkey;
alter table event drop constraint event_app_id_fkey, drop constraint event_issue_id_fkey;
alter table delivery drop constraint delivery_app_id_fkey;
`,
};
