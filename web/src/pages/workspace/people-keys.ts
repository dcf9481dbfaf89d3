// How people and invitations that were read are called.
import { keys } from "../../api/keys.ts";

export const PEOPLE = keys.workspace("people");
export const INVITATIONS = keys.workspace("invitations");
