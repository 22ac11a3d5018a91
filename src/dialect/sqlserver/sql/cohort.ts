import { isCount, type Slot } from '../../../plan/shape/slot.ts';
import type { CohortGenerator } from '../../../sql/dialect.ts';
import { column, join, raw, sql, subquery } from '../../../sql/fragment.ts';

/**
 * Runs a read for each element of a JSON array: `select m.n, d.h, … from openjson(@p0) with (…) as [m] outer apply
 * (<read>) as r(v0) cross apply (select <hash>) as d(h)`. The hash is that of the database's text, in which markers
 * stand for cursors and floating-point numbers.
 */
export const cohort: CohortGenerator = {
  maxMembers: 5_000,
  hashesOtherText: true,
  // OFFSET accepts no column.
  isConstant: isCount,
  encode: (value) => (typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('hex')),
  value: (index, { slot }) => {
    const value = column('m', `p${index}`);
    // Only a conversion from bytes returns a string that, like a parameter, adopts the collation of the other operand.
    return isBytes(slot)
      ? sql`convert(varbinary(max), ${value}, 2)`
      : sql`cast(cast(${value} as varbinary(max)) as nvarchar(max))`;
  },
  read: (read, { members, slots, values }) => {
    const declared = [
      "[n] int '$.n'",
      "[h] varchar(64) '$.h'",
      ...slots.map((_, index) => `[p${index}] nvarchar(max) '$.p${index}'`),
    ];
    const columns = Array.from({ length: values }, (_, index) => `[v${index}]`);
    const texts = columns.map((name) => sql`isnull(cast([r].${raw(name)} as nvarchar(max)), N'n')`);
    const digest = sql`convert(varchar(64), hashbytes('SHA2_256', cast(${join(texts, ' + nchar(10) + ')} as varbinary(max))), 2)`;
    const changed = columns.map(
      (name) =>
        sql`case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].${raw(name)} end as ${raw(name)}`,
    );
    return sql`select [m].[n], [d].[h], ${join(changed, ', ')} from openjson(${members}) with (${raw(declared.join(', '))}) as [m] outer apply ${subquery(read)} as [r] (${raw(columns.join(', '))}) cross apply ${subquery(sql`select ${digest} as [h]`)} as [d]`;
  },
};

const isBytes = ({ use }: Slot): boolean =>
  (use.kind === 'value' || use.kind === 'cursor') && use.type.scalar === 'Base64String';
