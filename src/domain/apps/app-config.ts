// What an app is made of: its platforms, and the repositories that it is built from.
import type { Platform } from "./platforms.ts";

export interface Repository {
  repo: string;
  platforms: string[];
}

/** It changes rarely: whoever caches it compares the config revision of the app. */
export interface AppConfig {
  platforms: (Platform & { used: number })[];
  repositories: Repository[];
}
