// Stopping the mails about one's inbox by the link in one of them, signed in or not.
import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";

export function UnsubscribePage() {
  const stop = useMutation({ mutationFn: () => unsubscribe(location.search) });
  useEffect(() => {
    document.title = "Mails about your inbox · Retest";
  }, []);
  const account = (
    <p>
      <Link href="/account#mail">Choose what is mailed to you</Link>
    </p>
  );
  if (stop.isSuccess) {
    return (
      <SignedOutFrame title="The mails are stopped">
        <p role="status">Nothing more of your inbox is mailed to you. It stays in your inbox all the same.</p>
        {account}
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame title="Stop mails about your inbox?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          stop.mutate();
        }}
      >
        {stop.error !== null && (
          <Alert color="red" role="alert">
            {stop.error.message}
          </Alert>
        )}
        <p>Your inbox still tells who mentions you, assigns you or fixes what you watch.</p>
        <Button type="submit" fullWidth loading={stop.isPending}>
          Stop the mails
        </Button>
      </form>
      {account}
    </SignedOutFrame>
  );
}

/** Unsubscribes as a mail program does. Throws what the server said. */
async function unsubscribe(search: string): Promise<void> {
  const response = await fetch(`/unsubscribe${search}`, { method: "POST" }).catch(() => {
    throw new Error("The server can't be reached. Try again in a moment.");
  });
  if (response.ok) return;
  const answer = await response.json().catch(() => null);
  throw new Error(answer?.error?.message ?? "The server did not do it. Try again in a moment.");
}
