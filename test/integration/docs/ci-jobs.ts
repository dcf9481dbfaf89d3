// The scripts of a CI's configuration: steps of GitHub Actions, jobs of GitLab CI, a pipeline of Jenkins.
import { parse } from "yaml";
import { type Block, textOf } from "../../support/checks/doc-blocks.ts";

interface Step {
  run?: string;
  env?: Record<string, string>;
}

interface Job {
  script?: string[];
  after_script?: string[];
  variables?: Record<string, string>;
}

/** In the order in which they are run, each with its variables. */
export function jobsOf(block: Block): string[] {
  if (block.language === "groovy") return [pipelineOf(textOf(block))];
  const config = parse(textOf(block));
  if (Array.isArray(config)) return (config as Step[]).map(({ run, env }) => scriptOf(env, [run ?? ""]));
  return Object.values(config as Record<string, Job | null>).flatMap((job) => {
    if (!Array.isArray(job?.script)) return [];
    // The key is a masked variable of the project.
    const variables = { RETEST_API_KEY: "rt_…", ...job.variables };
    return [job.script, job.after_script ?? []].map((lines) => scriptOf(variables, lines));
  });
}

/** What its shell does, one after the other; `credentials` gives a secret of the reader's. */
function pipelineOf(text: string): string {
  const settings = [...text.matchAll(/^ +(\w+) = (?:'([^']*)'|credentials\('[\w-]+'\))$/gm)];
  const scripts = [...text.matchAll(/^ +sh (?:'''([\s\S]*?)'''|'([^']*)')$/gm)];
  const variables = Object.fromEntries(settings.map(([, name, value]) => [name!, value ?? "rt_…"]));
  return scriptOf(
    variables,
    scripts.map(([, long, short]) => long ?? short ?? ""),
  );
}

function scriptOf(variables: Record<string, string> = {}, lines: string[]): string {
  const settings = Object.entries(variables).map(([name, value]) => `export ${name}="${value}"`);
  // These are a few of the many variables that such systems set.
  const given = ["export GITHUB_SHA=4f2a9c1 GITHUB_RUN_ID=7 GITHUB_RUN_ATTEMPT=1 CI_COMMIT_SHA=4f2a9c1 CI_JOB_ID=8"];
  return [...given, ...settings, ...lines].join("\n");
}
