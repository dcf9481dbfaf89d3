// The oldest attachments of results are found by when they were attached, for whoever keeps them for a time only.
export const oldResultAttachments = `
create index result_attachment_by_age on result_attachment (attached_at) where file is not null;
`;
