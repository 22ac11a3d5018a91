import { Refusal } from '../../../src/base/errors.ts';

/** What the call is refused with; fails when it is not refused, or throws anything else. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** The position that a refusal names, and the words of its message between the position and the excerpt. */
export function mistakeIn(call: () => unknown): readonly [position: unknown, message: string] {
  const { details, message } = refusalOf(call);
  return [details?.position, message.replace(/^.*? at position \d+: /, '').replace(/ Near: .*$/s, '')];
}

/** A tree without positions. */
export function withoutPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPositions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (key === 'at' ? [] : [[key, withoutPositions(member)]])),
  );
}
