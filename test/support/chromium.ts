// Where this machine has a Chromium, if it has one.
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const CHROMIUM: string | undefined = [process.env.RETEST_TEST_CHROMIUM, ...PLACES].find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);
