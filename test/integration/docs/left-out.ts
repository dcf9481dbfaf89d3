// The blocks that are not run, and why. In the docs they are marked: the word `left-out` stands behind the block's language.
// Everything else is run as it is printed, so leave out only what can't be done on a machine that tests run on.

const DOCKER = "needs Docker; npm run try-image builds and runs the same image without it";
const MACHINE = "changes the machine that it runs on";
const ASSISTANT = "needs the program of an assistant, and a server that it reaches";
const ELSEWHERE = "are settings with addresses of somebody's own servers";
const HOURS = "takes hours, or most of one";

/** File, the first line of the block, and the reason. */
export const LEFT_OUT: [file: string, begins: string, why: string][] = [
  ["README.md", "npm ci && npm test", "is what runs this"],
  ["README.md", "claude mcp add", ASSISTANT],
  ["CONTRIBUTING.md", "npm ci", "runs until it is stopped"],
  ["CONTRIBUTING.md", "npx vitest run", "is what runs this"],
  ["docs/assistants.md", "claude mcp add", ASSISTANT],
  ["docs/mail.md", "RETEST_SMTP_URL=", ELSEWHERE],
  ["docs/signing-in.md", "RETEST_OIDC_ISSUER=", ELSEWHERE],
  ["docs/signing-in.md", "RETEST_TRUSTED_PROXIES=", ELSEWHERE],
  ["docs/operations.md", "printf 'POSTGRES_PASSWORD", DOCKER],
  ["docs/operations.md", "docker compose build", DOCKER],
  ["docs/operations.md", "docker build --tag retest .", DOCKER],
  ["docs/operations.md", "docker pull", DOCKER],
  ["docs/operations.md", "docker build --tag retest --secret", DOCKER],
  ["docs/operations.md", "docker run --read-only", DOCKER],
  ["docs/operations.md", "useradd", MACHINE],
  ["docs/reliability.md", "npm run chaos", HOURS],
];
