import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../base/problem.ts';
import type { Document } from './document.ts';
import { parseDocument } from './parse-document.ts';
import { errorAt } from './problem-at.ts';

/** Reads a file as JSON or YAML. @throws ConfigurationError when the file cannot be read */
export function readDocument(file: string): Document {
  return parseDocument(file, readText(file));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file; name another with --config.',
  EISDIR: 'This is a folder; name the file in it with --config.',
  EACCES: 'The file may not be read; check its permissions.',
};

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([errorAt([], REASONS[code] ?? `The file cannot be read: ${message}.`)]);
  }
}
