// The blocks that are not run, and why. In the docs they are marked: the word `left-out` stands behind the block's language.
// Everything else is run as it is printed, so leave out only what can't be done on a machine that tests run on.

const DOCKER = "needs Docker; npm run try-image builds and runs the same image without it";
const MACHINE = "changes the machine that it runs on; npm run try-guides does it on one of its own";
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
  ["docs/attachments.md", "RETEST_S3_ENDPOINT=", ELSEWHERE],
  ["docs/mail.md", "RETEST_SMTP_URL=", ELSEWHERE],
  ["docs/signing-in.md", "RETEST_OIDC_ISSUER=", ELSEWHERE],
  ["docs/signing-in.md", "RETEST_TRUSTED_PROXIES=", ELSEWHERE],
  ["docs/operations.md", "printf 'POSTGRES_PASSWORD", DOCKER],
  ["docs/operations.md", "docker compose build", DOCKER],
  ["docs/operations.md", "docker pull", DOCKER],
  ["docs/operations.md", "docker build --tag retest --secret", DOCKER],
  ["docs/operations.md", "docker run --read-only", DOCKER],
  ["docs/operations.md", "kubectl create", "needs a cluster; npm run try-helm renders the same chart without one"],
  ["docs/install/container.md", "docker build", DOCKER],
  ["docs/install/container.md", "docker volume create", DOCKER],
  ["docs/install/container.md", "docker exec retest node bin/retest.js key", DOCKER],
  ["docs/install/container.md", "docker exec retest node bin/retest.js backup", DOCKER],
  ["docs/install/container.md", "docker stop", DOCKER],
  ["docs/install/container.md", "docker rm", DOCKER],
  ["docs/install/executable.md", "npm ci", MACHINE],
  ["docs/install/executable.md", "install -m 755", MACHINE],
  ["docs/install/executable.md", "cat > /etc/retest.env", MACHINE],
  ["docs/install/executable.md", "systemctl daemon-reload", MACHINE],
  ["docs/install/executable.md", "as_retest() {", MACHINE],
  ["docs/install/executable.md", "install -d", MACHINE],
  ["docs/install/executable.md", "as_retest backup", MACHINE],
  ["docs/install/executable.md", "systemctl disable", MACHINE],
  ["docs/install/source.md", "useradd", MACHINE],
  ["docs/install/source.md", "systemctl daemon-reload", MACHINE],
  ["docs/install/source.md", "as_retest() {", MACHINE],
  ["docs/install/source.md", "systemctl reload", MACHINE],
  ["docs/reporters.md", "cd retest", "is what the tests of the reporters do"],
  ["docs/reporters.md", "pip wheel", "is what the tests of the reporters do"],
  ["docs/reliability.md", "npm run chaos", HOURS],
];
