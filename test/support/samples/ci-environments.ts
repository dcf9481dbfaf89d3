// What CI services put into the environment of a job, with the build and the link to the run that one reads in it.

export const SHA = "0123456789abcdef0123456789abcdef01234567";

export type CiEnvironment = [service: string, env: Record<string, string>, build: string, run: string];

export const CI_ENVIRONMENTS: CiEnvironment[] = [
  [
    "GitHub Actions",
    {
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_REF_NAME: "main",
      GITHUB_HEAD_REF: "",
      GITHUB_SHA: SHA,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "o/shop",
      GITHUB_RUN_ID: "77",
    },
    "main@0123456789ab",
    "https://github.com/o/shop/actions/runs/77",
  ],
  [
    "GitHub Actions for a pull request",
    { GITHUB_ACTIONS: "true", GITHUB_REF_NAME: "5/merge", GITHUB_HEAD_REF: "fix/door", GITHUB_SHA: SHA },
    "fix/door@0123456789ab",
    "",
  ],
  [
    "GitLab",
    {
      GITLAB_CI: "true",
      CI_COMMIT_REF_NAME: "main",
      CI_COMMIT_SHA: SHA,
      CI_JOB_URL: "https://gitlab.com/o/s/-/jobs/1",
    },
    "main@0123456789ab",
    "https://gitlab.com/o/s/-/jobs/1",
  ],
  [
    "Jenkins",
    { JENKINS_URL: "https://j/", GIT_BRANCH: "origin/main", GIT_COMMIT: SHA, BUILD_URL: "https://j/job/shop/3/" },
    "origin/main@0123456789ab",
    "https://j/job/shop/3/",
  ],
  [
    "CircleCI",
    { CIRCLECI: "true", CIRCLE_BRANCH: "main", CIRCLE_SHA1: SHA, CIRCLE_BUILD_URL: "https://circleci.com/gh/o/s/9" },
    "main@0123456789ab",
    "https://circleci.com/gh/o/s/9",
  ],
  [
    "Azure Pipelines",
    {
      TF_BUILD: "True",
      BUILD_SOURCEBRANCH: "refs/heads/main",
      BUILD_SOURCEVERSION: SHA,
      SYSTEM_COLLECTIONURI: "https://dev.azure.com/o/",
      SYSTEM_TEAMPROJECT: "shop",
      BUILD_BUILDID: "12",
    },
    "main@0123456789ab",
    "https://dev.azure.com/o/shop/_build/results?buildId=12",
  ],
  [
    "Bitbucket",
    {
      BITBUCKET_BUILD_NUMBER: "4",
      BITBUCKET_BRANCH: "main",
      BITBUCKET_COMMIT: SHA,
      BITBUCKET_REPO_FULL_NAME: "o/shop",
    },
    "main@0123456789ab",
    "https://bitbucket.org/o/shop/pipelines/results/4",
  ],
  [
    "Travis",
    { TRAVIS: "true", TRAVIS_BRANCH: "main", TRAVIS_COMMIT: SHA, TRAVIS_BUILD_WEB_URL: "https://travis-ci.com/o/s/1" },
    "main@0123456789ab",
    "https://travis-ci.com/o/s/1",
  ],
  [
    "Buildkite",
    {
      BUILDKITE: "true",
      BUILDKITE_BRANCH: "main",
      BUILDKITE_COMMIT: SHA,
      BUILDKITE_BUILD_URL: "https://buildkite.com/o/s/builds/1",
    },
    "main@0123456789ab",
    "https://buildkite.com/o/s/builds/1",
  ],
  [
    "TeamCity",
    { TEAMCITY_VERSION: "2025.1", BUILD_VCS_NUMBER: SHA, BUILD_URL: "https://tc/build/1" },
    "0123456789ab",
    "https://tc/build/1",
  ],
  [
    "Drone",
    { DRONE: "true", DRONE_BRANCH: "main", DRONE_COMMIT_SHA: SHA, DRONE_BUILD_LINK: "https://drone/o/s/1" },
    "main@0123456789ab",
    "https://drone/o/s/1",
  ],
];
