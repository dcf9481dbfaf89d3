// What somebody in a chat could write to keep a reader of its markup busy.
export const TEAMS_BRACKETS = JSON.stringify({ type: "message", text: "<at".repeat(170_000) });
export const SLACK_BRACKETS = "<!".repeat(170_000);
