// Empties dist/ so that a build never carries files whose source is gone.
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
