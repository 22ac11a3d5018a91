/** Content codings, by their names in HTTP; of two that a client takes alike, the first. */
export const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];
