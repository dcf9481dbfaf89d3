// How people, invitations and keys that were read are called.
import { keys } from "../../../api/query-keys.ts";

export const PEOPLE = keys.workspace("people");
export const KEYS = keys.workspace("keys");
export const INVITATIONS = keys.workspace("invitations");
