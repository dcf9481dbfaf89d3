// The manifest from which Slack makes the app: the slash command, the message shortcut and the URL.

/** A Slack app's manifest, to be pasted once instead of filled in on four pages. */
export function manifest(url: string): string {
  const content = {
    display_information: { name: "Retest", description: "Raise issues from Slack and hear what happens to them" },
    features: {
      bot_user: { display_name: "Retest", always_online: false },
      shortcuts: [
        {
          name: "Raise an issue",
          type: "message",
          callback_id: "raise_issue",
          description: "Raise this message as an issue",
        },
      ],
      slash_commands: [
        { command: "/retest", url, description: "Raise an issue", usage_hint: "what is wrong", should_escape: true },
      ],
    },
    oauth_config: { scopes: { bot: ["commands", "incoming-webhook"] } },
    settings: {
      interactivity: { is_enabled: true, request_url: url },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
  return JSON.stringify(content, null, 2);
}
