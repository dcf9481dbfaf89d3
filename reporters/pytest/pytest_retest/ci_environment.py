"""What the environment of a CI job says about it: the branch and commit, and where the run can be looked at."""

from __future__ import annotations

import re
from typing import Mapping, Optional, Tuple

MOST_BUILD = 200
MOST_RUN_URL = 2_000
SHORT_COMMIT = 12

# An environment variable that the service sets, and none of those listed after it; then names of the branch, the commit, and a pattern of the address.
SERVICES = [
    ("GITHUB_ACTIONS", ["GITHUB_HEAD_REF", "GITHUB_REF_NAME"], "GITHUB_SHA", ["{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}"]),
    ("GITLAB_CI", ["CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME"], "CI_COMMIT_SHA", ["{CI_JOB_URL}", "{CI_PIPELINE_URL}"]),
    ("CIRCLECI", ["CIRCLE_BRANCH", "CIRCLE_TAG"], "CIRCLE_SHA1", ["{CIRCLE_BUILD_URL}"]),
    ("TF_BUILD", ["SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH"], "BUILD_SOURCEVERSION", ["{SYSTEM_COLLECTIONURI}{SYSTEM_TEAMPROJECT}/_build/results?buildId={BUILD_BUILDID}"]),
    ("BITBUCKET_BUILD_NUMBER", ["BITBUCKET_BRANCH", "BITBUCKET_TAG"], "BITBUCKET_COMMIT", ["https://bitbucket.org/{BITBUCKET_REPO_FULL_NAME}/pipelines/results/{BITBUCKET_BUILD_NUMBER}"]),
    ("TRAVIS", ["TRAVIS_PULL_REQUEST_BRANCH", "TRAVIS_BRANCH"], ["TRAVIS_PULL_REQUEST_SHA", "TRAVIS_COMMIT"], ["{TRAVIS_JOB_WEB_URL}", "{TRAVIS_BUILD_WEB_URL}"]),
    ("BUILDKITE", ["BUILDKITE_BRANCH"], "BUILDKITE_COMMIT", ["{BUILDKITE_BUILD_URL}"]),
    ("TEAMCITY_VERSION", ["TEAMCITY_BUILD_BRANCH"], "BUILD_VCS_NUMBER", ["{BUILD_URL}"]),
    ("APPVEYOR", ["APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH", "APPVEYOR_REPO_BRANCH"], "APPVEYOR_REPO_COMMIT", ["{APPVEYOR_URL}/project/{APPVEYOR_ACCOUNT_NAME}/{APPVEYOR_PROJECT_SLUG}/builds/{APPVEYOR_BUILD_ID}"]),
    ("DRONE", ["DRONE_BRANCH"], "DRONE_COMMIT_SHA", ["{DRONE_BUILD_LINK}"]),
    ("CI_PIPELINE_FORGE_URL", ["CI_COMMIT_BRANCH"], "CI_COMMIT_SHA", ["{CI_PIPELINE_URL}"]),
    # Others are started from Jenkins, too, and then see its variables.
    ("JENKINS_URL", ["CHANGE_BRANCH", "BRANCH_NAME", "GIT_BRANCH"], "GIT_COMMIT", ["{BUILD_URL}"]),
]


def ci_run_of(env: Mapping[str, str]) -> Tuple[Optional[str], Optional[str]]:
    """The build (branch@commit, as far as they are known) and the link to the run."""
    for sign, branches, commits, addresses in SERVICES:
        if env.get(sign, "") not in ("", "false"):
            branch = _first(env, branches)
            commit = _first(env, [commits] if isinstance(commits, str) else commits)
            parts = [re.sub(r"^refs/(heads|tags)/", "", branch or ""), (commit or "")[:SHORT_COMMIT]]
            build = "@".join(part for part in parts if part)[:MOST_BUILD]
            filled = (_filled(env, address) for address in addresses)
            url = next((url for url in filled if url), "")
            is_address = re.match(r"^https?://", url) is not None and len(url) <= MOST_RUN_URL
            return build or None, url if is_address else None
    return None, None


def _first(env: Mapping[str, str], names: list) -> Optional[str]:
    return next((env[name] for name in names if env.get(name)), None)


def _filled(env: Mapping[str, str], pattern: str) -> Optional[str]:
    """None if a part of it is missing."""
    names = re.findall(r"\{(\w+)\}", pattern)
    return pattern.format_map(env) if all(env.get(name) for name in names) else None
