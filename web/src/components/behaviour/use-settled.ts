// A value that changes fast, taken once it has stood still for a moment.
import { useEffect, useState } from "react";

const STILL_MS = 150;

export function useSettled<T>(value: T, isFast: boolean): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), isFast ? STILL_MS : 0);
    return () => clearTimeout(timer);
  }, [value, isFast]);
  return isFast ? settled : value;
}
