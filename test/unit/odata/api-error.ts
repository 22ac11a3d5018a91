import { ApiError } from '../../../src/base/errors.ts';

/** Returns the ApiError that the call throws. Fails if the call throws no ApiError. */
export function apiErrorOf(call: () => unknown): ApiError {
  try {
    call();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('No error was thrown.');
}

/** Returns the position of an ApiError, and its message without position and excerpt. */
export function mistakeIn(call: () => unknown): readonly [position: unknown, message: string] {
  const { details, message } = apiErrorOf(call);
  return [details?.position, message.replace(/^.*? at position \d+: /, '').replace(/ Near: .*$/s, '')];
}

/** Returns a copy of the tree without positions. */
export function withoutPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPositions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (key === 'at' ? [] : [[key, withoutPositions(member)]])),
  );
}
