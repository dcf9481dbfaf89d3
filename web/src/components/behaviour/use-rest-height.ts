// The height that is left below where an element begins, so that its parts scroll and the page does not.
import { type RefObject, useLayoutEffect, useState } from "react";

export function useRestHeight(element: RefObject<HTMLElement | null>): string | undefined {
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setTop(element.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    // What stands above may grow or go: the banner, a name that wraps.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top === undefined ? undefined : `calc(100dvh - ${top}px)`;
}
