// What erasing takes away, and what it leaves, in words.
import type { Erasure } from "../../api/types.ts";

interface ErasureWords {
  /** Names the person in a dialog that doesn't know their name yet. */
  somebody: string;
  goes: readonly string[];
  stays: readonly string[];
  begun: string;
}

const FILES = "The address in attached files, where cameras and programs write it beside the picture.";
const BACKUPS = "Backups that were made before: delete them when their time has come.";
const REMAINS =
  "Old bytes in PostgreSQL's own files, if that is the database: whoever runs the server takes them out with “retest erase remains”.";
const PICTURES = "What attached pictures and films show to the eye: look through them, and remove what has to go.";

export const ERASURE_WORDS: Record<Erasure["kind"], ErasureWords> = {
  person: {
    somebody: "a person",
    goes: [
      "Their name and e-mail address, wherever they stand: results, issues, comments, texts, deliveries and the audit log.",
      FILES,
      "Their inbox, and what they watch.",
    ],
    stays: ["What they did, as done by “Deleted person”.", "The keys that they made.", PICTURES, BACKUPS, REMAINS],
    begun: "The person is being erased.",
  },
  reporter: {
    somebody: "a reporter",
    goes: [
      "Their name and e-mail address, wherever they stand: issues, their history, comments and texts.",
      "The whole body of every delivery that holds the address.",
      FILES,
    ],
    stays: ["The issues, as reported by “Deleted reporter”.", PICTURES, BACKUPS, REMAINS],
    begun: "The reporter is being erased.",
  },
  app: {
    somebody: "an app",
    goes: [
      "The whole app: runbook, results, issues, comments, cycles and files, the webhook with its log, and connections.",
      "Its name in the audit log, and the details of what was done to it.",
    ],
    stays: ["In the audit log: who did something, of what kind, and when.", BACKUPS, REMAINS],
    begun: "The app is being erased.",
  },
};
