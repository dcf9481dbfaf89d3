// Matrix: what a connection with it holds, how it is set up, and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { matrixForm } from "./form.ts";
import { matrixForwarder } from "./forwarder.ts";

export const matrix: ToolDefinition = {
  label: "Matrix",
  fields: {
    settings: {
      homeserver_url: "address",
      room: { pattern: /^![^\s/]+$/, expected: "expected the room's internal id, such as !abc123:example.org" },
    },
    credentials: { access_token: "credential" },
  },
  addresses: ["homeserver_url"],
  verifiedBy: null,
  needs: { settings: ["homeserver_url", "room"], credentials: ["access_token"] },
  sentTo: { setting: "homeserver_url", credential: "access_token" },
  setup: {
    steps: [
      "Make an account for Retest on your homeserver, sign in with it once, and copy its access token (in Element: “All settings”, “Help & About”, “Access Token”). Don't sign out there: that ends the token.",
      "Invite the account to the room and accept as it. The room must not be encrypted: Retest writes what the homeserver can read.",
      "Enter the homeserver's address, the room's internal id (in Element: the room's settings, “Advanced”) and the access token below.",
    ],
  },
  form: matrixForm,
  raises: false,
  intake: null,
  forwarder: matrixForwarder,
};
