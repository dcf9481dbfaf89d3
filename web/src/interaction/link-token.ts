// The token of a link that opens something: it is taken out of the address at once, and goes nowhere but to the server.
import { useEffect, useState } from "react";

/** The part behind the `#`. Opening another link on the same page changes only that. */
export function useLinkToken(): { text: string; nth: number } {
  const [token, setToken] = useState(() => ({ text: location.hash.slice(1), nth: 0 }));
  useEffect(() => {
    const take = () => {
      const text = location.hash.slice(1);
      if (text === "") return;
      history.replaceState(null, "", location.pathname);
      setToken((before) => (before.text === text ? before : { text, nth: before.nth + 1 }));
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
