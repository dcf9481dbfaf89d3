// What a webhook does with recoveries, and what was done with those in the log.
export const recoveries = `
alter table webhook add column recoveries {text} not null default 'raise';
alter table delivery add column recovery {text};
`;
