// What an app is made of: its platforms, and the repositories that it is built from.
import type { Platform } from "./platforms.ts";

export interface Repository {
  repo: string;
  platforms: string[];
}

/** It changes rarely and is known by the shape revision. */
export interface AppConfig {
  platforms: (Platform & { used: number })[];
  repositories: Repository[];
}
