// The few signs that buttons bear. All are 16 by 16, drawn in the colour of their text, and silent: the words stand beside
// them or in the button's label.
const PATHS = {
  search: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M10.4 10.4L13.5 13.5",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8m0-8l-8 8",
  check: "M3.5 8.4l3 3 6-6.4",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  left: "M10 4L6 8l4 4",
  up: "M4 10l4-4 4 4",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  copy: "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7",
  link: "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8",
  external: "M9 3h4v4M13 3L7.5 8.5M11 9.5V13H3V5h3.5",
  edit: "M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 8.5h5.8l.6-8.5",
  user: "M8 3a2.6 2.6 0 1 0 0 5.2A2.6 2.6 0 0 0 8 3M3 13.4c.6-2.4 2.6-3.6 5-3.6s4.4 1.2 5 3.6",
  grip: "M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.5h.01M10 12.5h.01",
  filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
  refresh: "M12.6 6.4A5 5 0 1 0 13 9.2M13 3.2v3.4H9.6",
  image: "M2.5 3.5h11v9h-11zM3 11l3-3 2.5 2.5L11 8l2.5 2.5M6 6h.01",
  warning: "M8 2.8l6 10.4H2zM8 6.6v3.2M8 11.6h.01",
  bug: "M5.5 6a2.5 2.5 0 0 1 5 0M4.5 6h7v3.5a3.5 3.5 0 0 1-7 0zM2 5l2.5 1.5M14 5l-2.5 1.5M2 9.5h2.5M11.5 9.5H14M2.5 13.5L5 11.8M13.5 13.5L11 11.8",
  sun: "M8 5.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 0 0 0-5.4M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  moon: "M13 9.6A5.4 5.4 0 0 1 6.4 3a5.4 5.4 0 1 0 6.6 6.6",
  upload: "M8 10.5V3M5 6l3-3 3 3M3 12.8h10",
  download: "M8 3v7.5M5 7.5l3 3 3-3M3 12.8h10",
  clock: "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 0 0 0-11.6M8 4.8V8l2.2 1.6",
  inbox: "M2.5 9.2h3l1 2h3l1-2h3M4 3.2h8l1.5 6v3.6h-11V9.2z",
  keyboard: "M1.8 4h12.4v8H1.8zM4.3 6.6h.01M6.8 6.6h.01M9.3 6.6h.01M11.8 6.6h.01M5 9.6h6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
