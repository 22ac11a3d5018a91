/** Content codings by their names in HTTP, the better one first: it is taken where a client accepts both alike. */
export const codings = ['br', 'gzip'] as const;

export type ContentEncoding = (typeof codings)[number];
