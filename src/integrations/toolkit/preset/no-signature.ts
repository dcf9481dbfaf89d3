// The step of the set-up that presets of tools without signatures share.

export const NO_SIGNATURE =
  "Leave the signing secret below empty: this tool can't sign its deliveries, and a secret would make Retest refuse them.";
