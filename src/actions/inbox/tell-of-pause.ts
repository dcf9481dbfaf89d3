// Tells the admins of an app that nothing more is sent to one of its connections until one of them sees to it.
import { listPeopleOfApp } from "../../storage/access/people.ts";
import type { Connection } from "../../storage/connections/connections.ts";
import { type AppWrite, append, closeAppWrite } from "../app-write.ts";
import { tellPeople } from "./tell-people.ts";

const BY = "Retest";

/** Closes the write, so that whoever follows the app hears of it. */
export async function tellOfPause(write: AppWrite, { id }: Pick<Connection, "id">): Promise<void> {
  const people = await listPeopleOfApp(write.tx, write.app);
  const admins = people.filter(({ role }) => role === "admin").map((person) => person.id);
  tellPeople(write, admins, { kind: "paused", connectionId: id, cause: { by: BY } });
  append(write, { kind: "connection_changed", by: BY, issueId: null, changes: { connection: id, paused: true } });
  closeAppWrite(write);
}
