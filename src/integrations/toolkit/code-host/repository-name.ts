// Names of repositories as GitHub and Gitea have them, `owner/name`, and where their interfaces for programs keep them.

/** What a setting that names one must look like. */
export const REPOSITORY_FIELD = {
  pattern: /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/,
  expected: "expected owner/name",
};

export function repositoryPath(repository: string): string | null {
  const isName = repository.length <= 200 && REPOSITORY_FIELD.pattern.test(repository);
  return isName ? `/repos/${repository}` : null;
}
