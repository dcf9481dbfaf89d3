// Changing one's name and e-mail address. The address is what one signs in with: it takes the password and, where the server sends mail, a
// link that is mailed there.

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { patch } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { useSendsMail } from "../../api/mail.ts";
import { ME, useMe } from "../../api/session.tsx";
import { OWN_SIGN_IN, useOwnSignIn } from "../../api/sign-in-ways.ts";
import type { Me } from "../../api/types.ts";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./account-page.module.css";
import { EmailNote } from "./email-note.tsx";

export function ProfileForm() {
  const me = useMe();
  const hasPassword = useOwnSignIn()?.has_password !== false;
  const sendsMail = useSendsMail();
  const client = useQueryClient();
  const [name, setName] = useState(me.name);
  const [email, setEmail] = useState(me.email);
  const [password, setPassword] = useState("");
  const renames = name.trim() !== me.name;
  const moves = email.trim().toLowerCase() !== me.email;
  const change = useMutation({
    mutationFn: () =>
      patch<Me>("/me", { ...(renames ? { name } : {}), ...(moves ? { email, current_password: password } : {}) }),
    onSuccess: (after) => {
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
        {...(hasPassword ? {} : { readOnly: true, description: "Without a password it can't be changed here." })}
        type="email"
        autoComplete="email"
        required
        value={email}
        error={refusal.at.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {!moves && <EmailNote />}
      {moves && (
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
        disabled={!isWhole || !(renames || moves) || (moves && password === "")}
      >
        Save
      </Button>
    </form>
  );
}
