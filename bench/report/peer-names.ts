// What the tables and pictures call the others.
export const POCKETBASE = "PocketBase";
/** PocketBase told not to count all issues for each page. */
export const UNCOUNTED = "PocketBase, uncounted";
