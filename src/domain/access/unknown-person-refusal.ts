// The refusal of somebody who is named for a task in an app that they don't reach, or who is not there.
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { Fault } from "../fault.ts";

/** Throws for a name that nobody who reaches the app has; `people` are those who do. */
export function refuseUnknownPerson(name: string, people: Iterable<{ name: string }>): Fault {
  const hint = suggestion(
    name,
    Array.from(people, (person) => person.name),
  );
  return new Fault("invalid_request", `${quote(name)} is not a person who reaches this app.${hint}`);
}
