/** The first is the default for equal preferences. */
export const codings = ['br', 'gzip'] as const;

export type ContentEncoding = (typeof codings)[number];
