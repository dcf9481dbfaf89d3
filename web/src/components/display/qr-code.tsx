// A QR code, drawn here: what is in it goes nowhere. Dark on light in either scheme, because not every camera reads the reverse.
import { encodeQR } from "qr";
import classes from "./qr-code.module.css";

/** The empty border that cameras need, in points of the code. */
const MARGIN = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: MARGIN });
  const points = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={points.join("")} />
    </svg>
  );
}
