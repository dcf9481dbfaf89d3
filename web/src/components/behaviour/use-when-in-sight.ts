// Calls back when an element comes near the window.
import { type RefCallback, useCallback, useRef } from "react";

const NEAR = "600px";

/** The ref for the element. Whether it is in sight is looked at anew whenever `isWanted` becomes true. */
export function useWhenInSight(isWanted: boolean, inSight: () => void): RefCallback<HTMLElement> {
  const call = useRef(inSight);
  call.current = inSight;
  return useCallback(
    (element) => {
      if (element === null || !isWanted) return;
      const observer = new IntersectionObserver(
        (changes) => {
          // A busy page hears of several changes at once: the last one is how it is now.
          if (changes.at(-1)!.isIntersecting) call.current();
        },
        { rootMargin: NEAR },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isWanted],
  );
}
