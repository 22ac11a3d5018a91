import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Encoded, finite, parameterKind } from './codec.ts';
import { withoutExponent } from './encode-decimal.ts';

/**
 * A value as SQL text. Nothing in it can end it, whatever `sql_mode` and the character sets of the session are: a text that has more than plain
 * signs of ASCII is written in hexadecimal, and so are bytes.
 */
export function literal(value: Encoded, slot: Slot | undefined): string {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`;
  const kind = slot === undefined ? 'other' : parameterKind(slot);
  if (typeof value === 'string' && kind === 'other') return textLiteral(value);
  return kind === 'decimal' && typeof value === 'string'
    ? numberLiteral(withoutExponent(value))
    : numberLiteral(String(finite(value)));
}

const textLiteral = (text: string): string =>
  PLAIN.test(text) ? `'${text}'` : `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`;

/** From blank to tilde, without a quote and a backslash. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** @throws Error for what is no number, and so would be SQL */
function numberLiteral(text: string): string {
  invariant(/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text), 'what is sent as a number is one');
  return text;
}
