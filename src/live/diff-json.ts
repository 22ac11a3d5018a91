import { randomUUID } from 'node:crypto';
import { createPatch } from 'rfc6902';
import { rawJson } from '../base/json.ts';

/** Marks a number as a string, because a patch compares numbers as doubles. */
const NUMBER = `${randomUUID()}:`;

/**
 * Returns a JSON Patch from one JSON text to another. Numbers keep all their digits.
 * https://www.rfc-editor.org/rfc/rfc6902
 */
export function diffJson(before: string, after: string): string {
  return JSON.stringify(createPatch(parseExact(before), parseExact(after)), restoreNumber);
}

interface ReviverContext {
  readonly source?: string;
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const markNumber = (_key: string, value: unknown, { source }: ReviverContext): unknown =>
  typeof value === 'number' && String(value) !== source ? `${NUMBER}${source}` : value;

const parseExact = (text: string): unknown => JSON.parse(text, markNumber as Reviver);

const restoreNumber = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(NUMBER) ? rawJson(value.slice(NUMBER.length)) : value;
