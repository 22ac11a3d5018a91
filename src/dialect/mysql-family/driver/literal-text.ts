import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { Encoded } from './codec.ts';
import { literal } from './literal.ts';

type Slots = readonly (Slot | undefined)[];

/** A text or a name within quotes, or a placeholder. */
const QUOTED_OR_PLACEHOLDER = /'(?:[^'\\]|\\.|'')*'|`[^`]*`|\?/gs;

/** What stands between the placeholders of a statement, by the list of its slots. */
const known = new WeakMap<Slots, { readonly text: string; readonly between: readonly string[] }>();

/** A statement with its values written into it. */
export function literalText(
  { text, slots }: { readonly text: string; readonly slots: Slots },
  values: readonly Encoded[],
): string {
  const between = betweenOf(text, slots);
  invariant(between.length === values.length + 1, 'each value has a placeholder');
  const [first = '', ...rest] = between;
  return rest.reduce((written, piece, index) => written + literal(values[index] ?? null, slots[index]) + piece, first);
}

function betweenOf(text: string, slots: Slots): readonly string[] {
  const found = known.get(slots);
  if (found?.text === text) return found.between;
  const between = split(text);
  known.set(slots, { text, between });
  return between;
}

function split(text: string): readonly string[] {
  const places = [...text.matchAll(QUOTED_OR_PLACEHOLDER)].flatMap(({ 0: found, index }) =>
    found === '?' ? [index] : [],
  );
  return [-1, ...places].map((place, index) => text.slice(place + 1, places[index]));
}
