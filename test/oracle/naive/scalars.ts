import { type ConstValueNode, type GraphQLSchema, isScalarType, Kind, type ValueNode } from 'graphql';
import { Approximate } from './aggregate.ts';
import { Decimal } from './decimal.ts';
import { trimFraction } from './decode-value.ts';
import { JsonValue, type ScalarName } from './entity.ts';
import { Digits } from './exact-json.ts';
import { jsonOf, withDigits } from './json.ts';
import { singleOf, singleText } from './single.ts';

/** Response scalars that replace `Float` and `String`, which cannot represent NaN and cursors. */
export const RESPONSE_FLOAT = 'ResponseFloat';
export const RESPONSE_CURSOR = 'ResponseCursor';

/** A cursor of a response; only its presence can be compared. */
export class Cursor {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface Scalar {
  /** Converts a literal or variable to a column value. */
  readonly read: (input: unknown) => unknown;
  /** Converts a column value to the compared response value. */
  readonly write: (value: unknown) => unknown;
}

const same = (value: unknown): unknown => value;
const lower = (value: unknown): unknown => String(value).toLowerCase();

type CustomScalarName = Exclude<ScalarName, 'Int' | 'Float' | 'Boolean' | 'String'>;

const scalars: Readonly<Record<CustomScalarName | typeof RESPONSE_FLOAT | typeof RESPONSE_CURSOR, Scalar>> = {
  Short: { read: (input) => Number(textOf(input)), write: same },
  Long: { read: (input) => BigInt(textOf(input)), write: (value) => new Digits(String(value)) },
  Single: {
    read: (input) => singleOf(Number(textOf(input))),
    write: (value) => writeNumber(Number(value), singleText),
  },
  Decimal: { read: (input) => new Decimal(textOf(input)), write: writeDecimal },
  UUID: { read: lower, write: same },
  Date: { read: same, write: same },
  DateTime: { read: (input) => readMoment(String(input)), write: (value) => `${value}+00:00` },
  LocalTime: { read: (input) => trimFraction(String(input)), write: same },
  Base64String: {
    read: (input) => Buffer.from(String(input), 'base64'),
    write: (value) => (value as Buffer).toString('base64'),
  },
  JSON: { read: (input) => new JsonValue(withDigits(input)), write: same },
  [RESPONSE_FLOAT]: { read: same, write: (value) => writeNumber(Number(value), String) },
  [RESPONSE_CURSOR]: { read: same, write: (value) => new Cursor(String(value)) },
};

const textOf = (input: unknown): string => (input instanceof Digits ? input.text : String(input));

/** Aggregates return floats as `Decimal`, too. */
function writeDecimal(value: unknown): unknown {
  if (value instanceof Decimal) return new Digits(value.text);
  if (value instanceof Approximate) return Number.isFinite(value.value) ? value : String(value.value);
  return writeNumber(Number(value), String);
}

const writeNumber = (value: number, print: (value: number) => string): number | string =>
  Number.isFinite(value) ? Number(print(value)) : String(value);

/** Parses ISO 8601 with an offset, or UTC by default, to the format of columns. */
function readMoment(text: string): string {
  const [, seconds = '', fraction = '', zone = 'Z'] = /^([^.Z+]{19})(\.\d+)?(.*)$/.exec(text) ?? [];
  return trimFraction(new Date(`${seconds}${zone || 'Z'}`).toISOString().slice(0, 19) + fraction);
}

export function defineScalars(schema: GraphQLSchema): void {
  for (const [name, { read, write }] of Object.entries(scalars)) {
    const type = schema.getType(name);
    if (!isScalarType(type)) continue;
    Object.assign(type, {
      serialize: write,
      parseValue: read,
      parseLiteral: (node: ValueNode) => read(name === 'JSON' ? jsonOf(node as ConstValueNode) : literalOf(node)),
    });
  }
}

function literalOf(node: ValueNode): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return new Digits(node.value);
  return 'value' in node ? node.value : undefined;
}
