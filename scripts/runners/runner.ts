// A test runner with a project of its own, and how it is asked for a report.

export interface Runner {
  name: string;
  /** In the folder of recorded reports. */
  report: string;
  /** Packages of npm that it needs, with their versions, or what Debian calls its packages. */
  npm?: string[];
  debian?: string;
  files: Record<string, string>;
  /** Run by a shell in the project's folder; it may end with any code. */
  command: string;
  /** What its report says otherwise than it was, if anything. */
  blurs?: string;
  /** Prints its version. */
  version: string;
}
