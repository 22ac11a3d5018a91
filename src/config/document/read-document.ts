import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../base/problem.ts';
import type { Document } from './document.ts';
import { parseDocument } from './parse-document.ts';
import { errorAt } from './problem-at.ts';

/** Reads a file and understands it as JSON or YAML. @throws ConfigurationError when the file cannot be read */
export function readDocument(file: string): Document {
  return parseDocument(file, readText(file));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError([errorAt([], `The configuration cannot be read: ${reason}.`)]);
  }
}
