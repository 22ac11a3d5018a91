import { type ConstValueNode, Kind } from 'graphql';
import type { Decimal } from '../naive/decimal.ts';
import type { FieldType, Value } from '../naive/entity.ts';
import { singleText } from '../naive/single.ts';
import { booleanNode, enumNode, intNode, listNode, nullNode, stringNode } from './nodes.ts';
import type { Random } from './random.ts';

/** Prints a finite value in one of its equivalent forms. */
export function literalOf(value: Value, type: FieldType, random: Random): ConstValueNode {
  if (value === null) return nullNode;
  if (Array.isArray(value)) return listNode(value.map((element: Value) => literalOf(element, type, random)));
  if (type.enum !== undefined) return enumNode(String(value));
  switch (type.scalar) {
    case 'Short':
    case 'Int':
      return intNode(value as number);
    case 'Long':
      return random.chance(0.3) ? stringNode(String(value)) : intNode(value as bigint);
    case 'Single':
      return numberNode(singleText(value as number));
    case 'Float':
      return numberNode(String(value));
    case 'Decimal':
      return decimalNode((value as Decimal).text, random);
    case 'Boolean':
      return booleanNode(value as boolean);
    case 'UUID':
      return stringNode(random.chance(0.2) ? String(value).toUpperCase() : String(value));
    case 'DateTime':
      return stringNode(writeMoment(String(value), random));
    case 'Base64String':
      return stringNode((value as Buffer).toString('base64'));
    default:
      return stringNode(String(value));
  }
}

const numberNode = (text: string): ConstValueNode => ({
  kind: /^-?\d+$/.test(text) ? Kind.INT : Kind.FLOAT,
  value: text,
});

function decimalNode(text: string, random: Random): ConstValueNode {
  const longer = random.chance(0.2) ? `${text}${text.includes('.') ? '' : '.'}00` : text;
  return random.chance(0.3) ? stringNode(longer) : numberNode(longer);
}

/** Prints a UTC timestamp without an offset, with a zero offset, or moved to another zone. */
function writeMoment(moment: string, random: Random): string {
  const hours = random.pick([0, 0, 2, -5]);
  if (hours === 0) return `${moment}${random.pick(['', 'Z', '+00:00'])}`;
  const [seconds = '', fraction] = moment.split('.');
  const moved = new Date(Date.parse(`${seconds}Z`) + hours * 3_600_000).toISOString().slice(0, 19);
  return `${moved}${fraction === undefined ? '' : `.${fraction}`}${hours > 0 ? '+' : '-'}0${Math.abs(hours)}:00`;
}
