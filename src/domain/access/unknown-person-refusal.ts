// The refusal of somebody who is named for a task in an app that they don't reach, or who is not there.
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { Fault } from "../fault.ts";

/** `people` are those who reach the app: one of them may be meant. */
export function refuseUnknownPerson(name: string, people: Iterable<{ name: string }>): Fault {
  const hint = suggestion(
    name,
    Array.from(people, (person) => person.name),
  );
  return new Fault("invalid_request", `${quote(name)} is not a person who reaches this app.${hint}`);
}
