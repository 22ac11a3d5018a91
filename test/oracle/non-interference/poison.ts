import type { ServerName } from '../../support/server-names.ts';
import type { RowChange } from '../expressions/hidden-changes.ts';
import { shopRules } from '../expressions/shop-rules.ts';
import type { Random } from '../generate/random.ts';
import type { Entity, Row, ScalarName, Value } from '../naive/entity.ts';

/** Values for which functions, sums, and conversions fail if evaluated for hidden rows. */
const poisons: Partial<Readonly<Record<ScalarName, readonly Value[]>>> = {
  Float: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.7e308, -1.7e308, 5e-324],
  Single: [Number.NaN, Number.POSITIVE_INFINITY, 3.4e38],
  Date: ['infinity', '-infinity'],
  DateTime: ['infinity', '-infinity'],
  String: ['%', '\\', '%\\', "'", '"}', '{', '\u{1f41f}', ''],
};

/** The smallest normal double. */
const LEAST = 2 ** -1022;

/** Only PostgreSQL has NaN and infinities; SQL Server lacks subnormal doubles. */
function isHeld(value: Value, server: ServerName): boolean {
  if (server === 'postgres') return true;
  if (typeof value !== 'number') return !/infinity$/.test(String(value));
  return Number.isFinite(value) && (server !== 'sqlserver' || value === 0 || Math.abs(value) >= LEAST);
}

/** Replaces some new values by those that make expressions fail. */
export const poison = (changes: readonly RowChange[], random: Random, server: ServerName): readonly RowChange[] =>
  changes.map((change) =>
    change.kind === 'update' && random.chance(0.6)
      ? { ...change, set: poisonValues(change, { random, server }) }
      : change,
  );

/** Columns with a length, a foreign key, or text only in the schema. */
const LEFT_ALONE = [...shopRules.unique, 'Customer.country', 'Customer.last_ip', 'Product.warranty'];

function poisonValues(
  { entity, set }: { readonly entity: Entity; readonly set: Row },
  { random, server }: { readonly random: Random; readonly server: ServerName },
): Row {
  return Object.fromEntries(
    Object.entries(set).map(([name, value]) => {
      const type = entity.fields.find((field) => field.name === name)?.type;
      const isPlain = type !== undefined && type.enum === undefined && !LEFT_ALONE.includes(`${entity.name}.${name}`);
      const values = isPlain ? (poisons[type.scalar] ?? []).filter((poisonous) => isHeld(poisonous, server)) : [];
      return [name, values.length === 0 ? value : random.pick(values)];
    }),
  );
}
