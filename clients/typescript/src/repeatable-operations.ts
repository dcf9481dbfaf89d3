// What may be sent again with its Idempotency-Key, made by `npm run client-types` from the API's document: change nothing here.
export const REPEATABLE: ReadonlySet<string> = new Set([
  "POST /issues",
  "POST /issues/batch",
  "POST /issues/{id}/comments",
  "POST /sections",
  "POST /sections/copy",
  "POST /checks",
  "POST /checks/batch",
  "POST /checks/copy",
  "POST /checks/archive",
  "POST /results",
  "POST /results/report",
  "POST /results/junit",
  "POST /results/ctrf",
  "POST /apps/{id}/cycles",
]);
