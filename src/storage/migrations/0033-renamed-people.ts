// Who has another name than the issues that are assigned to them say: what is still to be written is found by it, whichever server goes on.
export const renamedPeople = `
alter table person add column renamed_at {int};
create index person_renamed on person (id) where renamed_at is not null;
`;
