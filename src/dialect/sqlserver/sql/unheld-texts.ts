import type { FieldType } from '../../../model/model.ts';
import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { join, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { WriteSql } from '../../../sql/write-query.ts';
import { assignedTo } from './assigned.ts';
import { byCode } from './exact-texts.ts';
import { isNarrow } from './native.ts';

/** Texts for a column that does not hold every letter: the database would put question marks in their places, and say nothing. */
export interface UnheldTexts {
  /** Whether there are such letters. */
  readonly asked: Sql;
  readonly refusal: WriteRefusal;
}

/** What the columns of a write may not hold. */
export function unheldTexts(write: WriteSql): readonly UnheldTexts[] {
  return [...Map.groupBy(givenTexts(write), (slot) => assignedTo(slot).field)].map(([field, slots]) => {
    const values = slots.map((slot) => sql`(${parameter(slot)}, ${heldText(slot)})`);
    const differ = sql`${byCode(raw('t.given'))} <> ${byCode(raw('t.held'))}`;
    const texts = sql`select 1 from (values ${join(values, ', ')}) as t(given, held) where ${differ}`;
    return {
      asked: sql`exists ${subquery(texts)}`,
      refusal: {
        code: 'BadRequest',
        message: `"${field}" has letters that its column cannot hold, by the character set of its collation: use others.`,
        details: { field },
      },
    };
  });
}

/** What the column would hold of a text. */
function heldText(slot: Slot): Sql {
  const { collation } = assignedTo(slot).type;
  const text = collation === undefined ? parameter(slot) : sql`${parameter(slot)} collate ${raw(collation)}`;
  return sql`cast(cast(${text} as varchar(max)) as nvarchar(max))`;
}

function givenTexts(write: WriteSql): readonly Slot[] {
  const slots =
    write.kind === 'insert' ? write.rows.flat() : write.kind === 'update' ? write.set.map(({ value }) => value) : [];
  return slots.filter(
    (slot) => slot !== undefined && slot.source.kind !== 'captured' && losesLetters(assignedTo(slot).type),
  ) as readonly Slot[];
}

/** Whether a column keeps texts in a character set that does not have every letter. */
const losesLetters = (type: FieldType): boolean => isNarrow(type) && !/_UTF8$/i.test(type.collation ?? '');
