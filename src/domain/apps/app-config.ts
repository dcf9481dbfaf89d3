// What an app is made of: its platforms, the repositories that it is built from, and the cycles that are open.
import type { Platform } from "./platforms.ts";

export interface Repository {
  repo: string;
  platforms: string[];
}

/** What every write to an app must know of a cycle that is open. */
export interface OpenCycle {
  id: string;
  name: string;
  /** The build that is tested; null takes results of every build. */
  build: string | null;
  /** The app's, when it was started: results of later ones count. */
  startRevision: number;
  /** Codes; null for all of the app's platforms, later ones included. */
  platforms: readonly string[] | null;
  /** Ids; null for all of the app's sections, later ones included. */
  sections: readonly string[] | null;
  /** Whether only the platform-checks of a fixed list can be in it: what was left of another cycle. */
  isList: boolean;
}

/** An app's configuration. It changes rarely, so it is cached for as long as the app's config revision stays. */
export interface AppConfig {
  platforms: (Platform & { used: number })[];
  repositories: Repository[];
  /** Open cycles, oldest first. */
  openCycles: OpenCycle[];
}
