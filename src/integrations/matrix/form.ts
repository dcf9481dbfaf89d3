// What Matrix is told, and what its connection holds for that.
import { credential, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const matrixForm: ToolForm = {
  in: null,
  out: "A room hears about issues.",
  inFields: [],
  outFields: [
    setting("homeserver_url", "Homeserver", "Its address.", {
      needed: true,
      placeholder: "https://matrix.example.org",
    }),
    setting("room", "Room", "Its internal id.", { needed: true, placeholder: "!abc123:example.org" }),
    credential("access_token", "Access token", "Of the account that writes in the room.", { needed: true }),
  ],
};
