// How people, invitations and keys that were read are called.
import { queryKeys } from "../../../api/query-keys.ts";

export const PEOPLE = queryKeys.workspace("people");
export const KEYS = queryKeys.workspace("keys");
export const INVITATIONS = queryKeys.workspace("invitations");
