// Changing one's password. What was typed stays when it is refused.

import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { put } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { ASSISTANTS, SESSIONS, useMe } from "../../api/session.tsx";
import { isLongEnough, NewPassword, TOO_SHORT } from "../../components/form/new-password.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./account-page.module.css";

export function PasswordForm() {
  const me = useMe();
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () => put("/me/password", { current_password: current, new_password: next }),
    onSuccess: () => {
      setCurrent("");
      setNext("");
      setTried(false);
      toast({ text: "Your password is changed. You are signed out everywhere else, and your assistants have ended." });
      void client.invalidateQueries({ queryKey: SESSIONS });
      void client.invalidateQueries({ queryKey: ASSISTANTS });
    },
  });
  const refusal = refusalOf(change.error, ["current_password", "new_password"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isLongEnough(next)) change.mutate();
  };
  const tooShort = tried && !isLongEnough(next) ? TOO_SHORT : undefined;
  return (
    <form className={classes.password} onSubmit={submit}>
      <RefusalAlert text={refusal.rest} />
      {/* Lets a password manager know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        value={current}
        error={refusal.at.current_password}
        visibilityToggleButtonProps={{ "aria-label": "Show the current password", tabIndex: 0 }}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPassword
        label="New password"
        value={next}
        owner={{ name: me.name, email: me.email }}
        error={refusal.at.new_password ?? tooShort}
        onChange={setNext}
      />
      <Button type="submit" variant="default" loading={change.isPending} disabled={current === "" || next === ""}>
        Change password
      </Button>
    </form>
  );
}
