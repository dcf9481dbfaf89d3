// The address of an issue's page.

/** Where people find an issue in the interface. */
export function issueUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/issues/${id}`;
}
