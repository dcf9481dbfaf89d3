// The way to the issuer's own sign-in, and back to where one was going.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { MAX_RETURN_PATH } from "../../../../src/wire/limits.ts";
import { ME } from "../../api/session.tsx";

/** The button to sign in with the issuer. In front of a page it opens beside it, so that what was typed stays. */
export function IssuerWay({ name, isInFront, isOnly }: { name: string; isInFront: boolean; isOnly: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isInFront) return;
    const look = () => void client.invalidateQueries({ queryKey: ME });
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [client, isInFront]);
  const { pathname, search, hash } = location;
  const here = isInFront || pathname === "/sign-in" ? "/" : withinLimit(pathname, search + hash);
  return (
    <Button
      component="a"
      href={`/auth/oidc/start?return_to=${encodeURIComponent(here)}`}
      variant={isOnly ? "filled" : "default"}
      fullWidth
      {...(isInFront ? { target: "_blank", rel: "noopener" } : {})}
    >
      Sign in with {name}
    </Button>
  );
}

/** Shortens a path that is too long to be carried through the issuer. Of an assistant's request enough stays to tell its program. */
function withinLimit(pathname: string, rest: string): string {
  if (pathname.length + rest.length <= MAX_RETURN_PATH || pathname !== "/authorize") return pathname + rest;
  const asked = new URLSearchParams(rest);
  const kept = ["client_id", "redirect_uri", "state"].flatMap((name) =>
    asked.has(name) ? [[name, asked.get(name)!]] : [],
  );
  return `${pathname}?${new URLSearchParams([["response_type", "code"], ...kept])}`;
}
