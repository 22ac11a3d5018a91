import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import {
  findNodeAtLocation,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { isCollection, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml';
import { type ConfigPath, ConfigurationError, type Problem } from '../../base/problem.ts';
import { errorAt } from './problem-at.ts';
import { isRecord } from './tree.ts';

export interface Document {
  readonly value: unknown;
  readonly duplicates: readonly Problem[];
  /** Syntax errors. If there are any, do not use `value`. */
  readonly faults: readonly Problem[];
  /** Returns the 1-based line of the value, or of the closest enclosing value in the file. */
  lineOf(path: ConfigPath): number | undefined;
}

export interface FilePart {
  readonly file: string;
  readonly document: Document;
  /** Entry of the first file that leads to this file, directly or through other files. Empty for the first file. */
  readonly reference: ConfigPath;
  readonly variant?: Variant;
}

export interface Variant {
  readonly file: string;
  readonly document: Document;
}

/**
 * Returns the configuration file, then its `data-source-files`, without duplicates.
 * @param variant path of a file that overrides the first file
 */
export function readFiles(file: string, variant?: string): ReadFiles {
  const base: FilePart = { file: resolve(file), document: readDocument(file), reference: [] };
  return readReferences(variant === undefined ? base : overrideFile(base, readVariant(variant)));
}

export interface ReadFiles {
  readonly parts: readonly FilePart[];
  /** Problems of references to files that do not exist. */
  readonly missing: readonly Problem[];
  readonly missingFiles: readonly string[];
  /** Syntax errors. */
  readonly faults: readonly Problem[];
}

/** Returns the first file, then its `data-source-files`, without duplicates. */
export function readReferences(first: FilePart): ReadFiles {
  const parts = new Map([[first.file, first]]);
  const missing = new Map<string, Problem>();
  // Iteration includes parts added during the loop.
  for (const part of parts.values()) {
    for (const { name, reference } of referencedFiles(part)) {
      const file = resolve(dirname(part.file), name);
      if (parts.has(file)) continue;
      if (existsSync(file)) parts.set(file, { file, document: readDocument(file), reference });
      else missing.set(file, errorAt(reference, `File not found: ${file}.`));
    }
  }
  return {
    parts: [...parts.values()],
    missing: [...missing.values()],
    missingFiles: [...missing.keys()],
    faults: [...parts.values()].flatMap(faultsOf),
  };
}

const overrideFile = (part: FilePart, variant: Variant): FilePart => ({
  ...part,
  document: withVariant(part.document, variant),
  variant,
});

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

const withVariant = (document: Document, { document: variant }: Variant): Document => ({
  ...document,
  value: mergeValues(document.value, variant.value),
  duplicates: [...document.duplicates, ...variant.duplicates],
  faults: [...document.faults, ...variant.faults],
});

/** Merges objects recursively. Other values, including lists, replace the base; null leaves the base unchanged. */
function mergeValues(base: unknown, variant: unknown): unknown {
  if (!isRecord(base) || !isRecord(variant)) return variant ?? base;
  const members = Object.entries(variant).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? mergeValues(base[key], value) : value,
  ]);
  return Object.fromEntries([...Object.entries(base), ...members]);
}

function referencedFiles({ document: { value }, reference }: FilePart): { name: string; reference: ConfigPath }[] {
  const names = isRecord(value) ? value['data-source-files'] : undefined;
  if (!Array.isArray(names)) return [];
  return names.flatMap((name, index) =>
    typeof name === 'string'
      ? [{ name, reference: reference.length > 0 ? reference : ['data-source-files', index] }]
      : [],
  );
}

const faultsOf = ({ file, document: { faults }, reference }: FilePart): readonly Problem[] =>
  reference.length === 0
    ? faults
    : faults.map((fault) => ({ ...fault, path: reference, message: `${basename(file)}: ${fault.message}` }));

export function readDocument(file: string): Document {
  return parseFile(file, readText(file));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'File not found. Pass another file with --config.',
  EISDIR: 'This is a folder. Pass the file in it with --config.',
  EACCES: 'The file is not readable. Check its permissions.',
};

function readText(file: string): string {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([errorAt([], REASONS[code] ?? `The file cannot be read: ${message}.`)]);
  }
}

/** Decodes UTF-8 or UTF-16 (Windows editors, PowerShell), with or without BOM. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Detects UTF-16 without BOM by a zero byte: a configuration starts with an ASCII character. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

/** Parses the content of a file, by the extension of its name. */
export function parseFile(file: string, text: string): Document {
  const content = text.replace(/^\uFEFF/, '');
  return ['.yaml', '.yml'].includes(extname(file).toLowerCase())
    ? parseYamlDocument(content)
    : parseJsonDocument(content);
}

function parseYamlDocument(text: string): Document {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const toProblem = ({ pos: [offset], message }: YAMLError): Problem => {
    const { line, col } = lines.linePos(offset);
    return errorAt([], `Line ${line}, column ${col} is not valid YAML: ${message.replace(/\.?$/, '.')}`);
  };
  const isDuplicate = (error: YAMLError): boolean => error.code === 'DUPLICATE_KEY';
  const faults = document.errors.filter((error) => !isDuplicate(error)).map(toProblem);
  return {
    ...(faults.length > 0 ? { value: undefined, faults } : resolveAliases(document)),
    duplicates: document.errors.filter(isDuplicate).map(toProblem),
    lineOf: (path) => {
      const offset = document.contents && offsetOf(document.contents, path);
      return offset === null ? undefined : lines.linePos(offset).line;
    },
  };
}

/** Returns the value. Reports unresolvable and excessive aliases, which parsing does not detect. */
function resolveAliases(document: { toJS(): unknown }): Pick<Document, 'value' | 'faults'> {
  try {
    return { value: document.toJS(), faults: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { value: undefined, faults: [errorAt([], `Invalid YAML aliases: ${reason}.`)] };
  }
}

function offsetOf(node: Node, path: ConfigPath): number {
  const [key, ...rest] = path;
  const start = node.range?.[0] ?? 0;
  if (key === undefined || !isCollection(node)) return start;
  const child = node.get(key, true);
  if (rest.length > 0 && isNode(child)) return offsetOf(child, rest);
  if (!isMap(node)) return isNode(child) ? offsetOf(child, []) : start;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? start) : start;
}

export function parseJsonDocument(text: string): Document {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return {
    value: root && toValue(root),
    duplicates: root ? findDuplicates(root, []) : [],
    faults: errors.map((error) => toFault(error, text)),
    lineOf: (path) => root && position(text, startOf(nearestNode(root, path))).line,
  };
}

function toValue(node: JsonNode): unknown {
  if (node.type === 'array') return childrenOf(node).map(toValue);
  // Object.fromEntries defines own properties, even `__proto__`.
  if (node.type === 'object') return Object.fromEntries(membersOf(node).map(([key, value]) => [key, toValue(value)]));
  return node.value;
}

function findDuplicates(node: JsonNode, path: ConfigPath): Problem[] {
  if (node.type === 'array') return childrenOf(node).flatMap((item, index) => findDuplicates(item, [...path, index]));
  if (node.type !== 'object') return [];
  const seen = new Set<string>();
  return membersOf(node).flatMap(([key, value]) => {
    const place = [...path, key];
    const duplicates = seen.has(key) ? [errorAt(place, `Duplicate key "${key}". Remove or rename one.`)] : [];
    seen.add(key);
    return [...duplicates, ...findDuplicates(value, place)];
  });
}

function toFault({ error, offset }: ParseError, text: string): Problem {
  const { line, column } = position(text, offset);
  const reason = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return errorAt([], `Line ${line}, column ${column} is not valid JSON: ${reason}.`);
}

function nearestNode(root: JsonNode, path: ConfigPath): JsonNode {
  const node = findNodeAtLocation(root, [...path]);
  return node ?? nearestNode(root, path.slice(0, -1));
}

const startOf = (node: JsonNode): number => (node.parent?.type === 'property' ? node.parent.offset : node.offset);

const childrenOf = (node: JsonNode): readonly JsonNode[] => node.children ?? [];

function membersOf(node: JsonNode): (readonly [key: string, value: JsonNode])[] {
  return childrenOf(node).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as const] : [],
  );
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
