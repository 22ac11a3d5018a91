import type { RowChange } from '../expressions/hidden-changes.ts';
import { shopRules } from '../expressions/shop-rules.ts';
import type { Random } from '../generate/random.ts';
import type { Entity, Row, ScalarName, Value } from '../naive/entity.ts';

/** Values at which functions, sums and conversions fail where they are worked out for rows that nobody asked for. */
const poisons: Partial<Readonly<Record<ScalarName, readonly Value[]>>> = {
  Float: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.7e308, -1.7e308, 5e-324],
  Single: [Number.NaN, Number.POSITIVE_INFINITY, 3.4e38],
  Date: ['infinity', '-infinity'],
  DateTime: ['infinity', '-infinity'],
  String: ['%', '\\', '%\\', "'", '"}', '{', '\u{1f41f}', ''],
};

/** The same changes, some of whose new values are such that PostgreSQL finds hard to work with. */
export const poison = (changes: readonly RowChange[], random: Random): readonly RowChange[] =>
  changes.map((change) =>
    change.kind === 'update' && random.chance(0.6)
      ? { ...change, set: poisonValues(change.entity, change.set, random) }
      : change,
  );

/** Of some length, leading somewhere, or text only in the schema. */
const LEFT_ALONE = [...shopRules.unique, 'Customer.country', 'Customer.last_ip', 'Product.warranty'];

function poisonValues(entity: Entity, set: Row, random: Random): Row {
  return Object.fromEntries(
    Object.entries(set).map(([name, value]) => {
      const type = entity.fields.find((field) => field.name === name)?.type;
      const values = type === undefined || type.enum !== undefined ? [] : (poisons[type.scalar] ?? []);
      const isLeft = values.length === 0 || LEFT_ALONE.includes(`${entity.name}.${name}`);
      return [name, isLeft ? value : random.pick(values)];
    }),
  );
}
