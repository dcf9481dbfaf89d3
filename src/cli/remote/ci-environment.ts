// What the environment of a CI job says about it: the branch, the commit, and where the run can be looked at.
import { MAX_BUILD, MAX_RUN_URL } from "../../domain/limits.ts";

export interface CiRun {
  build: string | null;
  run: string | null;
}

type Environment = Record<string, string | undefined>;

interface Job {
  branch: string | undefined;
  commit: string | undefined;
  url: string | undefined;
}

interface Service {
  /** An environment variable that this CI service sets, and no service further down the list. */
  sign: string;
  read(env: Environment): Job;
}

const SERVICES: readonly Service[] = [
  {
    sign: "GITHUB_ACTIONS",
    read: (env) => ({
      branch: env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME,
      commit: env.GITHUB_SHA,
      url: joined`${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    }),
  },
  {
    sign: "GITLAB_CI",
    read: (env) => ({
      branch: env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || env.CI_COMMIT_REF_NAME,
      commit: env.CI_COMMIT_SHA,
      url: env.CI_JOB_URL || env.CI_PIPELINE_URL,
    }),
  },
  {
    sign: "CIRCLECI",
    read: (env) => ({
      branch: env.CIRCLE_BRANCH || env.CIRCLE_TAG,
      commit: env.CIRCLE_SHA1,
      url: env.CIRCLE_BUILD_URL,
    }),
  },
  {
    sign: "TF_BUILD",
    read: (env) => ({
      branch: env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH,
      commit: env.BUILD_SOURCEVERSION,
      url: joined`${env.SYSTEM_COLLECTIONURI}${env.SYSTEM_TEAMPROJECT}/_build/results?buildId=${env.BUILD_BUILDID}`,
    }),
  },
  {
    sign: "BITBUCKET_BUILD_NUMBER",
    read: (env) => ({
      branch: env.BITBUCKET_BRANCH || env.BITBUCKET_TAG,
      commit: env.BITBUCKET_COMMIT,
      url: joined`https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER}`,
    }),
  },
  {
    sign: "TRAVIS",
    read: (env) => ({
      branch: env.TRAVIS_PULL_REQUEST_BRANCH || env.TRAVIS_BRANCH,
      commit: env.TRAVIS_PULL_REQUEST_SHA || env.TRAVIS_COMMIT,
      url: env.TRAVIS_JOB_WEB_URL || env.TRAVIS_BUILD_WEB_URL,
    }),
  },
  {
    sign: "BUILDKITE",
    read: (env) => ({ branch: env.BUILDKITE_BRANCH, commit: env.BUILDKITE_COMMIT, url: env.BUILDKITE_BUILD_URL }),
  },
  {
    sign: "TEAMCITY_VERSION",
    read: (env) => ({ branch: env.TEAMCITY_BUILD_BRANCH, commit: env.BUILD_VCS_NUMBER, url: env.BUILD_URL }),
  },
  {
    sign: "APPVEYOR",
    read: (env) => ({
      branch: env.APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH || env.APPVEYOR_REPO_BRANCH,
      commit: env.APPVEYOR_REPO_COMMIT,
      url: joined`${env.APPVEYOR_URL}/project/${env.APPVEYOR_ACCOUNT_NAME}/${env.APPVEYOR_PROJECT_SLUG}/builds/${env.APPVEYOR_BUILD_ID}`,
    }),
  },
  {
    sign: "DRONE",
    read: (env) => ({ branch: env.DRONE_BRANCH, commit: env.DRONE_COMMIT_SHA, url: env.DRONE_BUILD_LINK }),
  },
  {
    sign: "CI_PIPELINE_FORGE_URL",
    read: (env) => ({ branch: env.CI_COMMIT_BRANCH, commit: env.CI_COMMIT_SHA, url: env.CI_PIPELINE_URL }),
  },
  // Others are started from Jenkins, too, and then see its variables.
  {
    sign: "JENKINS_URL",
    read: (env) => ({
      branch: env.CHANGE_BRANCH || env.BRANCH_NAME || env.GIT_BRANCH,
      commit: env.GIT_COMMIT,
      url: env.BUILD_URL,
    }),
  },
];

const SHORT_COMMIT = 12;

/** `branch@commit`, as far as they are known. */
export function ciRunOf(env: Environment): CiRun {
  const service = SERVICES.find(({ sign }) => (env[sign] ?? "") !== "" && env[sign] !== "false");
  if (service === undefined) return { build: null, run: null };
  const { branch, commit, url } = service.read(env);
  const parts = [branch?.replace(/^refs\/(heads|tags)\//, ""), commit?.slice(0, SHORT_COMMIT)].filter(Boolean);
  const isAddress = url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url) && url.length <= MAX_RUN_URL;
  return { build: parts.join("@").slice(0, MAX_BUILD) || null, run: isAddress ? url : null };
}

/** The text; undefined if a part of it is missing. */
function joined(texts: TemplateStringsArray, ...values: (string | undefined)[]): string | undefined {
  return values.every(Boolean) ? String.raw({ raw: texts }, ...values) : undefined;
}
