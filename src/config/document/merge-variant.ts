import { basename } from 'node:path';
import type { Document } from './document.ts';
import { readDocument } from './read-document.ts';
import { isRecord } from './tree.ts';

/** A file whose values replace those of the first file of a configuration: `dab-config.Test.json`. */
export interface Variant {
  /** Absolute. */
  readonly file: string;
  readonly document: Document;
}

/** Reads a variant. Its problems name its file. @throws ConfigurationError when the file cannot be read */
export function readVariant(file: string): Variant {
  const document = readDocument(file);
  const withName = <T extends { readonly message: string }>(problem: T): T => ({
    ...problem,
    message: `${basename(file)}: ${problem.message}`,
  });
  return {
    file,
    document: {
      ...document,
      duplicates: document.duplicates.map(withName),
      faults: document.faults.map(withName),
    },
  };
}

/** Returns the document with the values of a variant. */
export const withVariant = (document: Document, { document: variant }: Variant): Document => ({
  ...document,
  value: mergeValues(document.value, variant.value),
  duplicates: [...document.duplicates, ...variant.duplicates],
  faults: [...document.faults, ...variant.faults],
});

/** Merges objects member by member. Any other value of the variant replaces the one before, lists as a whole; null replaces nothing. */
function mergeValues(base: unknown, variant: unknown): unknown {
  if (!isRecord(base) || !isRecord(variant)) return variant ?? base;
  const members = Object.entries(variant).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? mergeValues(base[key], value) : value,
  ]);
  return Object.fromEntries([...Object.entries(base), ...members]);
}
