import { randomUUID } from 'node:crypto';
import { createPatch, type Operation, Pointer } from 'rfc6902';
import { rawJson } from '../base/json.ts';

/** Prefix of strings that represent numbers, because `createPatch` would compare numbers as doubles. */
const NUMBER = `${randomUUID()}:`;

/**
 * Returns a JSON Patch from one JSON text to another. Numbers keep all their digits.
 * https://www.rfc-editor.org/rfc/rfc6902
 */
export function diffJson(before: string, after: string): string {
  const [old, current] = [parseExact(before), parseExact(after)];
  const isUnsafe = [before, after].some((text) => UNSAFE_KEY.test(text));
  const patch =
    isUnsafe && isObject(old) && isObject(current) ? replaceMembers(old, current) : createPatch(old, current);
  return JSON.stringify(patch, restoreNumber);
}

/** Patch libraries do not compare `__proto__`, and refuse paths that contain one of these keys. */
const UNSAFE_KEY = /"(?:__proto__|constructor|prototype)":/;

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces whole members of the root, because the paths of nested members may contain an unsafe key. */
function replaceMembers(before: JsonObject, after: JsonObject): readonly Operation[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): readonly Operation[] => {
    const path = new Pointer().add(key).toString();
    const value = after[key];
    if (!Object.hasOwn(after, key)) return [{ op: 'remove', path }];
    if (!Object.hasOwn(before, key)) return [{ op: 'add', path, value }];
    return JSON.stringify(before[key]) === JSON.stringify(value) ? [] : [{ op: 'replace', path, value }];
  });
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
