// Why somebody came back from the issuer in vain: it stands in the address, and is taken out of it at once.
import { useEffect, useState } from "react";
import { SIGN_IN_REFUSALS, type SignInRefusal } from "../../../src/wire/lists.ts";

export function useSignInRefusal(): string | null {
  const [reason] = useState(() => new URLSearchParams(location.search).get("refused"));
  useEffect(() => {
    if (reason !== null) history.replaceState(null, "", location.pathname);
  }, [reason]);
  const isKnown = reason !== null && Object.hasOwn(SIGN_IN_REFUSALS, reason);
  return isKnown ? SIGN_IN_REFUSALS[reason as SignInRefusal] : null;
}
