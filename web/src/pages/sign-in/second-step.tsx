// The second step of signing in: a passkey or a code of the app, or a recovery code in their place.
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../api/client.ts";
import { hasPasskeys, signByPasskey } from "../../api/passkeys.ts";
import type { Me, SignInNeed } from "../../api/types.ts";
import { CodeInput } from "../../components/form/code-input.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import classes from "./second-step.module.css";

interface Props {
  needs: readonly SignInNeed[];
  onDone(me: Me): void;
  /** Goes back to the password. */
  onBack(): void;
}

const WAY: Record<SignInNeed, string> = {
  passkey: "Use a passkey",
  totp: "Use a code of your app",
  recovery: "Use a recovery code",
};

export function SecondStep({ needs, onDone, onBack }: Props) {
  // A browser without passkeys begins with what it can do.
  const ways = hasPasskeys() ? needs : needs.filter((one) => one !== "passkey");
  const [way, setWay] = useState<SignInNeed>(ways[0] ?? "recovery");
  const [text, setText] = useState("");
  const show = useMutation({
    mutationFn: async () => post<Me>("/session/second-factor", await shownBy(way, text)),
    onSuccess: onDone,
  });
  const go = (to: SignInNeed) => {
    setWay(to);
    setText("");
    show.reset();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        show.mutate();
      }}
    >
      <RefusalAlert text={show.error?.message ?? null} />
      {way === "passkey" && <p className={classes.words}>Your browser asks for the passkey of your account.</p>}
      {way === "totp" && <CodeInput label="Code of your authenticator app" value={text} onChange={setText} />}
      {way === "recovery" && (
        <TextInput
          label="Recovery code"
          description="Each works once. Make new ones on the page of your account afterwards."
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          data-mantine-stop-propagation="true"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Button type="submit" fullWidth autoFocus={way === "passkey"} loading={show.isPending}>
        {way === "passkey" ? "Use the passkey" : "Sign in"}
      </Button>
      <div className={classes.ways}>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} variant="default" size="xs" onClick={() => go(one)}>
              {WAY[one]}
            </Button>
          ))}
        <Button variant="default" size="xs" onClick={onBack}>
          Back to the password
        </Button>
      </div>
      <p className={classes.lost}>
        {needs.includes("recovery")
          ? "Have you lost it? A recovery code takes its place. If you have none, ask an admin to take your second factors away."
          : "Have you lost it? Ask an admin to take your second factors away."}
      </p>
    </form>
  );
}

async function shownBy(way: SignInNeed, text: string): Promise<object> {
  if (way === "passkey") return { passkey: await signByPasskey("/session/second-factor/passkey") };
  return way === "totp" ? { code: text } : { recovery_code: text };
}
