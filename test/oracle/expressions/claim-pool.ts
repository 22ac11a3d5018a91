import type { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import { type FieldType, isSameNamed, type Value } from '../naive/entity.ts';
import type { Claim } from './expression.ts';
import type { CallerClaims } from './judge.ts';

/** A caller: the token, and the meaning of its claims. */
export interface Caller {
  readonly token: Readonly<Record<string, unknown>>;
  readonly claims: CallerClaims;
}

interface Held {
  readonly type: FieldType;
  readonly values: readonly Value[];
}

const names = [
  'country',
  'level',
  'org.unit',
  'http://schemas.example/claims/team-id',
  '_x',
  'sub',
  'constructor',
  'roles',
];

/** The claims named by a role's policies, each with its type and the caller's values. */
export class ClaimPool {
  readonly #held = new Map<string, Held>();

  /** Returns a claim of this type: an existing one, or a new one with at least one value. */
  claim(type: FieldType, random: Random, draw: () => readonly Value[]): Claim {
    const known = [...this.#held].filter(([, held]) => isSame(held.type, type)).map(([name]) => name);
    const name = known.length > 0 && random.chance(0.4) ? random.pick(known) : this.#freeName(random);
    if (!this.#held.has(name)) this.#held.set(name, { type, values: draw() });
    return { kind: 'claim', name, type };
  }

  #freeName(random: Random): string {
    const free = names.filter((name) => !this.#held.has(name));
    return free.length > 0 ? random.pick(free) : `c${this.#held.size}`;
  }

  claims(): CallerClaims {
    return new Map([...this.#held].map(([name, { values }]) => [name, values]));
  }

  caller(random: Random): Caller {
    const written = [...this.#held].map(
      ([name, { type, values }]) => [name, writeClaim(values, type, random)] as const,
    );
    return { token: Object.fromEntries(written), claims: this.claims() };
  }

  /** Returns a copy of the caller in which one claim is invalid or absent. */
  corrupt({ token, claims }: Caller, name: string, random: Random): Caller {
    const held = this.#held.get(name);
    if (held === undefined) throw new Error(`There is no claim "${name}".`);
    const remaining = new Map(claims);
    remaining.delete(name);
    if (random.chance(0.3)) {
      return { token: Object.fromEntries(Object.entries(token).filter(([key]) => key !== name)), claims: remaining };
    }
    if (random.chance(0.2)) return { token: { ...token, [name]: [] }, claims: remaining.set(name, []) };
    return { token: { ...token, [name]: random.pick(invalid(held.type)) }, claims: remaining };
  }
}

const isSame = (left: FieldType, right: FieldType): boolean => left.scalar === right.scalar && isSameNamed(left, right);

/** Prints one value alone or in a list, and several in a list, as tokens do. */
function writeClaim(values: readonly Value[], type: FieldType, random: Random): unknown {
  const written = values.map((value) => writeValue(value, type, random));
  return written.length === 1 && random.chance(0.7) ? written[0] : written;
}

/** Prints numbers and booleans unchanged or as strings. */
function writeValue(value: Value, type: FieldType, random: Random): unknown {
  const text = value instanceof Decimal ? value.text : String(value);
  switch (type.scalar) {
    case 'Boolean':
      return random.chance(0.3) ? text : value;
    case 'Short':
    case 'Int':
    case 'Long':
    case 'Single':
    case 'Float':
    case 'Decimal':
      return String(Number(text)) !== text || random.chance(0.3) ? text : Number(text);
    case 'DateTime':
      return `${text}${random.pick(['', 'Z', '+00:00'])}`;
    case 'Base64String':
      return (value as Buffer).toString('base64');
    default:
      return type.enum === undefined && /^[1-9]\d{0,8}$/.test(text) && random.chance(0.5) ? Number(text) : text;
  }
}

/** Returns values that cannot be compared with the type. */
function invalid({ scalar, enum: labels, enumType }: FieldType): readonly unknown[] {
  const never = [null, [null], {}, { a: 1 }, [{}]];
  if (enumType !== undefined) return [...never, 'soon!', true];
  if (labels !== undefined) return [...never, 'NOPE', '', 1];
  switch (scalar) {
    case 'String':
      return never;
    case 'Boolean':
      return [...never, 'yes', 1, 0, ''];
    case 'Short':
    case 'Int':
    case 'Long':
      return [...never, 'soon!', '', 1.5, '1.5', true, '0x10', '99999999999999999999'];
    case 'Single':
    case 'Float':
    case 'Decimal':
      return [...never, 'soon!', '', true, '1,5'];
    case 'Base64String':
      return [...never, 'soon!', 5, true];
    default:
      return [...never, 'soon!', '', 5, true];
  }
}
