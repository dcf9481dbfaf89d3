// Room on the pages of rows that every result changes, so that PostgreSQL can write them anew beside themselves: nothing of their
// indexes changes then. Without it a batch of 1,000 results for three cycles wrote three times as much. It holds for what is written
// from now on; nobody who reads or writes meanwhile has to wait.
export const roomForUpdates = {
  sqlite: "",
  postgres: `
alter table standing set (fillfactor = 70);
alter table cycle_status set (fillfactor = 70);
`,
};
