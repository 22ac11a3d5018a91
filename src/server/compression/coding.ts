/** Supported encodings. The first is used if the client has no preference. */
export const codings = ['br', 'gzip'] as const;

export type ContentEncoding = (typeof codings)[number];
