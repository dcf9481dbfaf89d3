// The switch, the private URL that the tool calls, if it does, and the secret that was just made for it.
import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import { TOOL_NAME } from "../../../../src/wire/connections/tool-names.ts";
import { post } from "../../api/client.ts";
import type { Connection } from "../../api/types.ts";
import { useOptimisticChoice } from "../../components/behaviour/use-optimistic-choice.ts";
import { Section } from "../../components/layout/section.tsx";
import { FreshSecret } from "../../components/secret/fresh-secret.tsx";
import { PrivateUrl } from "../../components/secret/private-url.tsx";
import { forgetSecret, useShownSecret } from "../../components/secret/shown-secret.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";
import { connectionsPath, useConnectionSetting, useReplaceConnection } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";

export function ConnectionUrlSection({ app, connection }: ConnectionProps) {
  const { id, tool, name, url } = connection;
  const word = TOOL_NAME[tool];
  const address = TOOL_FORMS[tool].address ?? "URL";
  const set = useConnectionSetting(app.id, connection);
  const replaceConnection = useReplaceConnection(app.id);
  const secret = useShownSecret(id);
  const [enabled, ahead] = useOptimisticChoice(connection.enabled);
  const regenerate = useMutation({
    mutationFn: () => post<Connection>(connectionsPath(app.id, `/${id}/url`)),
    onSuccess: (changed) => {
      replaceConnection(id, changed);
      toast({ text: `The connection has a new ${address}. Enter it in ${word}.` });
    },
    onError: toastError,
  });
  const toggle = () => ahead(!enabled, set({ enabled: !enabled }, `${name} is ${enabled ? "off" : "on"}.`));
  const isHeard = url !== null;
  return (
    <Section
      title={isHeard ? address : "Sending"}
      hint={hintOf(enabled, isHeard ? address : null, word)}
      aside={
        <Switch
          label={enabled ? "On" : "Off"}
          aria-label="Use this connection"
          labelPosition="left"
          checked={enabled}
          onChange={toggle}
        />
      }
    >
      {secret !== null && (
        <FreshSecret label="The new secret" secret={secret} onStored={() => forgetSecret(id)}>
          {isHeard
            ? `Enter it in ${word} together with the URL: ${word} signs its requests with it.`
            : "Give it to your program, which verifies with it that a request comes from here."}
        </FreshSecret>
      )}
      {isHeard && (
        <PrivateUrl
          url={url}
          word={address}
          replacing={`The current ${address} stops working at once: ${word} is refused with 404 until you give it the new one. This can't be undone.`}
          onReplace={() => regenerate.mutate()}
        />
      )}
    </Section>
  );
}

function hintOf(enabled: boolean, address: string | null, word: string): string {
  if (!enabled)
    return `The connection is off: ${address !== null ? "requests are refused with 404, and " : ""}nothing is sent. Your settings are kept.`;
  if (address === null) return "What happens in this app is sent to the address below.";
  return address === "DSN"
    ? "Programs that have the SDK send their errors to this DSN. Whoever has it can raise issues."
    : `${word} sends its requests to this URL. Keep it private, like a password.`;
}
