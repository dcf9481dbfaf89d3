// Packages of vendors that are too large to be installed in every checkout, or are for a later Node: `npm run vendors` installs them.
export const VENDOR_PACKAGES: Readonly<Record<string, string>> = {
  "@atlaskit/adf-schema": "57.7.22",
  "@googleapis/chat": "51.0.0",
  "@microsoft/teams.cards": "2.1.0",
  "@octokit/openapi-types": "29.0.1",
  "@sentry/api": "0.1.0",
  "@slack/bolt": "5.1.0",
  "@slack/web-api": "8.2.0",
  "@slack/webhook": "8.0.2",
  "botframework-schema": "4.23.3",
  "matrix-js-sdk": "43.0.0",
};

/** Those that a command of their own installs and runs. */
export const RUN_PACKAGES: Readonly<Record<string, string>> = {
  // Later ones need a later Node.
  "gitlab-ci-local": "4.64.1",
};
