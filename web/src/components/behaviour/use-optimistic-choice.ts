// A choice that is shown with the click itself. What is known of it follows a moment later, and a control that waited for
// that would be seen to jump back first.
import { useState } from "react";

/** What to show, how to show another value until the work on it is over, and whether that is under way. */
export function useOptimisticChoice<T>(
  known: T,
): [shown: T, ahead: (value: T, work: Promise<unknown>) => void, isAhead: boolean] {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const ahead = (value: T, work: Promise<unknown>) => {
    const own = { value };
    setChosen(own);
    const settle = () => setChosen((now) => (now === own ? null : now));
    work.then(settle, settle);
  };
  return [chosen === null ? known : chosen.value, ahead, chosen !== null];
}
