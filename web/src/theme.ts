// How the kit looks here: calm, dense, and with colours that can be read on their grounds.
import { createTheme } from "@mantine/core";

const still = { transitionProps: { duration: 80 } };

export const theme = createTheme({
  primaryColor: "indigo",
  colors: {
    // The kit's own dark greys are warm; these go with the grounds of theme.css.
    dark: [
      "#e8eaee",
      "#c3c9d3",
      "#a9b1bf",
      "#7d8696",
      "#464d5b",
      "#2f3540",
      "#1f2229",
      "#16181d",
      "#101216",
      "#0b0d10",
    ],
  },
  // Lighter shades fail the contrast that small white text needs.
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  headings: { fontWeight: "650" },
  components: {
    // Locking the page's scrolling would put a style element into it, which its security policy forbids.
    Modal: {
      // The header of a dialog is not the banner of the page.
      defaultProps: {
        lockScroll: false,
        centered: true,
        attributes: { header: { role: "presentation" } },
        closeButtonProps: { "aria-label": "Close" },
        ...still,
      },
    },
    Drawer: { defaultProps: { lockScroll: false, attributes: { header: { role: "presentation" } }, ...still } },
    // A menu stands where its button is, so that it belongs to the same part of the page. What is there to take the focus
    // first by default is no item, and nothing else may stand in a menu.
    Menu: { defaultProps: { ...still, shadow: "md", withinPortal: false, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { ...still, shadow: "md" } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 60 } } },
    Select: { defaultProps: { withScrollArea: false, allowDeselect: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
    // Fields that may be left out say so; all others are needed.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Button: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
  },
});
