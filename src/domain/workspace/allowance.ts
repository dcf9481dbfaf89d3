// The monthly allowance of issues on the plan `free`, whichever way they are raised.
import { Fault } from "../fault.ts";

export function limitReached(issuesAMonth: number): Fault {
  const message = `This workspace has used this month's allowance of ${issuesAMonth} issues on the Free plan; the next month has a new allowance.`;
  return new Fault("limit_reached", message);
}
