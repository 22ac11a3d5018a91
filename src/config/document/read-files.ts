import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { Document } from './document.ts';
import { errorAt } from './problem-at.ts';
import { readDocument } from './read-document.ts';
import { isRecord } from './tree.ts';

/** One of the files that make up a configuration. */
export interface FilePart {
  /** Absolute. */
  readonly file: string;
  readonly document: Document;
  /** The place in the first file that names it, or names the file that does; the root for the first file itself. */
  readonly namedAt: ConfigPath;
  /** The file whose values replace some of `file`; only the first file has one. */
  readonly variant?: Variant;
}

/** A file whose values replace those of the first file of a configuration: `dab-config.Test.json`. */
export interface Variant {
  /** Absolute. */
  readonly file: string;
  readonly document: Document;
}

/**
 * Returns a configuration's file and those that its `data-source-files` name, each once; the first stands first.
 * @param variant the path of a file whose values replace those of the first file
 */
export function readFiles(
  file: string,
  variant?: string,
): { parts: readonly FilePart[]; problems: readonly Problem[] } {
  const own: FilePart = { file: resolve(file), document: readDocument(file), namedAt: [] };
  const first = variant === undefined ? own : overrideFile(own, readVariant(variant));
  const parts = new Map([[first.file, first]]);
  const problems: Problem[] = [];
  // The walk over a map comes to parts that are added meanwhile, too.
  for (const part of parts.values()) {
    for (const { name, namedAt } of filesNamedBy(part)) {
      const found = resolve(dirname(part.file), name);
      if (parts.has(found)) continue;
      if (existsSync(found)) parts.set(found, { file: found, document: readDocument(found), namedAt });
      else problems.push(errorAt(namedAt, `There is no file ${found}.`));
    }
  }
  return { parts: [...parts.values()], problems: [...problems, ...[...parts.values()].flatMap(faultsOf)] };
}

const overrideFile = (part: FilePart, variant: Variant): FilePart => ({
  ...part,
  document: withVariant(part.document, variant),
  variant,
});

/** Reads a variant. Its problems name its file. @throws ConfigurationError when the file cannot be read */
function readVariant(file: string): Variant {
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
const withVariant = (document: Document, { document: variant }: Variant): Document => ({
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

function filesNamedBy({ document: { value }, namedAt }: FilePart): { name: string; namedAt: ConfigPath }[] {
  const names = isRecord(value) ? value['data-source-files'] : undefined;
  if (!Array.isArray(names)) return [];
  return names.flatMap((name, index) =>
    typeof name === 'string' ? [{ name, namedAt: namedAt.length > 0 ? namedAt : ['data-source-files', index] }] : [],
  );
}

const faultsOf = ({ file, document: { faults }, namedAt }: FilePart): readonly Problem[] =>
  namedAt.length === 0
    ? faults
    : faults.map((fault) => ({ ...fault, path: namedAt, message: `${basename(file)}: ${fault.message}` }));
