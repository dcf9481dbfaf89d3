// What became of each item of a delivery that held a list of them.
export const deliveryItems = `
alter table delivery add column items {text};
`;
