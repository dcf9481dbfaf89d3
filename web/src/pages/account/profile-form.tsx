// Changing one's name and e-mail address. The address is what one signs in with: it takes the password, or of whoever has none to show again that
// it is they, and where the server sends mail, a link that is mailed there.

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { patch } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { useSendsMail } from "../../api/mail.ts";
import { ME, useMe } from "../../api/session.tsx";
import { OWN_SIGN_IN, useOwnSignIn, useSignInWays } from "../../api/sign-in-ways.ts";
import type { Me } from "../../api/types.ts";
import { useConfirmFirst } from "../../components/form/confirm-first.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./account-page.module.css";
import { EmailNote } from "./email-note.tsx";

export function ProfileForm() {
  const me = useMe();
  const hasPassword = useOwnSignIn()?.has_password !== false;
  const byProxy = (useSignInWays()?.proxy ?? null) !== null;
  const { call, dialog } = useConfirmFirst();
  const sendsMail = useSendsMail();
  const client = useQueryClient();
  const [name, setName] = useState(me.name);
  const [email, setEmail] = useState(me.email);
  const [password, setPassword] = useState("");
  const renames = name.trim() !== me.name;
  const moves = email.trim().toLowerCase() !== me.email;
  const change = useMutation({
    mutationFn: () => {
      const address = hasPassword ? { email, current_password: password } : { email };
      return call(() => patch<Me>("/me", { ...(renames ? { name } : {}), ...(moves ? address : {}) }));
    },
    onSuccess: (after) => {
      // They gave up when they were asked whether it is still they.
      if (after === undefined) return;
      client.setQueryData(ME, after);
      setName(after.name);
      setEmail(after.email);
      setPassword("");
      if (moves) void client.invalidateQueries({ queryKey: OWN_SIGN_IN });
      const isLinked = moves && after.email !== email.trim().toLowerCase();
      const moved = isLinked ? `A link is mailed to ${email.trim()}.` : `You sign in with ${after.email} from now on.`;
      toast({ text: moves ? moved : "Your name is changed." });
      // Issues name those who are assigned to them.
      if (renames) void client.invalidateQueries();
    },
  });
  const refusal = refusalOf(change.error, ["name", "email", "current_password"]);
  const isWhole = name.trim() !== "" && email.trim() !== "" && tooLongText(name, MAX_NAME) === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) change.mutate();
  };
  return (
    <>
      <form className={classes.password} onSubmit={submit}>
        <RefusalAlert text={refusal.rest} />
        <LimitedInput
          label="Name"
          autoComplete="name"
          required
          limit={MAX_NAME}
          value={name}
          error={refusal.at.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail address"
          description={moves && !hasPassword ? withoutPassword(sendsMail, byProxy) : undefined}
          type="email"
          autoComplete="email"
          required
          value={email}
          error={refusal.at.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {!moves && <EmailNote />}
        {moves && hasPassword && (
          <PasswordInput
            label="Your password"
            description={
              sendsMail
                ? "You sign in with this address, so your password is asked for, and a link is mailed there. Until you open it, your address stays."
                : "You sign in with this address, so your password is asked for."
            }
            autoComplete="current-password"
            required
            value={password}
            error={refusal.at.current_password}
            visibilityToggleButtonProps={{ "aria-label": "Show your password", tabIndex: 0 }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={!isWhole || !(renames || moves) || (moves && hasPassword && password === "")}
        >
          Save
        </Button>
      </form>
      {dialog}
    </>
  );
}

/** What becomes of a new address, for whoever is asked for no password. */
function withoutPassword(sendsMail: boolean, byProxy: boolean): string {
  const link = sendsMail ? "A link is mailed there. Until you open it, your address stays." : "It is yours at once.";
  return byProxy ? `${link} From then on the proxy has to name you by it, or you can't sign in.` : link;
}
