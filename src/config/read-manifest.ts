import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isRecord } from './document/tree.ts';

/**
 * Adds the documents of a file to `documents`, by ID. Reads `{ "<id>": "<text>" }`, as written by Relay and GraphQL
 * Code Generator, or the manifest of Apollo.
 * @throws Error with a message for the author of the configuration
 */
export function readManifest(file: string, documents: Map<string, string>): void {
  const name = basename(file);
  for (const [id, text] of entriesOf(parse(file, name), name)) {
    if (typeof id !== 'string' || id === '' || typeof text !== 'string') {
      throw new Error(`Document ${JSON.stringify(id)} of ${name} must have an ID and a text, both strings.`);
    }
    if ((documents.get(id) ?? text) !== text) {
      throw new Error(`Two documents have the ID "${id}" of ${name}. Give each document another ID.`);
    }
    documents.set(id, text);
  }
}

function parse(file: string, name: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

/** https://www.apollographql.com/docs/graphos/platform/security/persisted-queries#manifest-format */
function entriesOf(value: unknown, name: string): readonly (readonly [unknown, unknown])[] {
  if (!isRecord(value)) {
    throw new Error(`${name} must contain an object: { "<id>": "<text>" }, or { "operations": [{ "id", "body" }] }.`);
  }
  if (!Array.isArray(value.operations)) return Object.entries(value);
  return value.operations.map((operation) =>
    isRecord(operation) ? [operation.id, operation.body] : [undefined, undefined],
  );
}
