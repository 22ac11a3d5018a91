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
    return decodeText(readFileSync(file));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([errorAt([], REASONS[code] ?? `The file cannot be read: ${message}.`)]);
  }
}

/** Decodes UTF-8 or UTF-16, as Windows editors and PowerShell write it, with or without a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Without a byte order mark, UTF-16 shows by a zero byte: a configuration starts with an ASCII character. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}
