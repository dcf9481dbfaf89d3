// Where one is signed in, and the way to end it there.
import { SESSIONS, useSignOut } from "../../api/session.tsx";
import { ConfirmButton } from "../../components/buttons/confirm-button.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { SessionRows } from "../../components/sessions/session-rows.tsx";
import { toastError } from "../../interaction/toasts.tsx";

export function SessionList() {
  const signOut = useSignOut();
  return (
    <Panel
      title="Where you are signed in"
      about="Don't recognise one? Sign it out, and change your password."
      action={
        <ConfirmButton
          label="Sign out everywhere"
          about="in this and every other browser"
          words="You are signed out in every browser, this one too, and your assistants end. You can sign in again with your password."
          confirm="Sign out everywhere"
          onConfirm={() => void signOut(true).catch(toastError)}
        />
      }
    >
      <SessionRows path="/sessions" queryKey={SESSIONS} />
    </Panel>
  );
}
