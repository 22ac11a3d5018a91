import { isValue } from './judge.ts';
import type { PublishedField } from './published.ts';
import { plainText, queryGraphql, type Walked } from './walked.ts';

/** Checks that groups, their counts, minimum, and maximum equal the database's. */
export async function walkGroups({ published, rest, judge, report }: Walked, field: PublishedField): Promise<void> {
  if (!field.isGroupable) return;
  const { name, column } = field;
  try {
    const { all } = await queryGraphql(
      rest,
      `{ all: ${published.connection} { groups: groupBy(fields: [${name}], first: 1000) { fields { ${name} } aggregations { count } } whole: groupBy { aggregations { minimum { ${name} } maximum { ${name} } } } } }`,
    );
    const groups = (all?.groups ?? []) as readonly {
      fields: Record<string, unknown>;
      aggregations: { count: unknown };
    }[];
    const n = await judge.groups(published, column.sql);
    if (Math.min(n, 1000) !== groups.length) report(`${groups.length} groups, ${n} in the database`, field);
    for (const { fields, aggregations } of groups) {
      const value = fields[name];
      const count =
        value === null
          ? await judge.count(published, `t.${column.sql} is not distinct from null`)
          : await judge.count(published, isValue(field), value);
      if (plainText(aggregations.count) !== String(count))
        report(
          `the group of ${JSON.stringify(value)} has ${plainText(aggregations.count)} rows, ${count} in the database`,
          field,
        );
    }
    const whole = (all?.whole ?? []) as readonly { aggregations: Record<string, Record<string, unknown>> }[];
    for (const [extreme, direction] of [
      ['minimum', 'asc'],
      ['maximum', 'desc'],
    ] as const) {
      const value = whole[0]?.aggregations[extreme]?.[name];
      const least = `t.${column.sql}::${column.type} = (select ${column.sql}::${column.type} from ${published.relation.sql} where ${column.sql} is distinct from null order by 1 ${direction} limit 1)`;
      const holds =
        value === null || value === undefined
          ? (await judge.count(published, `t.${column.sql} is distinct from null`)) === 0
          : (await judge.count(published, `${isValue(field)} and ${least}`, value)) > 0;
      if (!holds) report(`the ${extreme} is ${JSON.stringify(value)}`, field);
    }
  } catch (error) {
    report(`groups: ${(error as Error).message}`, field);
  }
}
