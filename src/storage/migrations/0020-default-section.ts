// The section for issues that a webhook raises and that belong to nothing else. One that was deleted counts as none.
export const defaultSection = `
alter table webhook add column default_section {text};
`;
