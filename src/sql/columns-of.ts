import type { Field } from '../model/model.ts';
import type { Alias } from './fragment.ts';
import type { ColumnSql } from './query.ts';

/** Returns the columns of the fields under an alias: `"1"."id"`. */
export const columnsOf = (fields: readonly Field[], alias: Alias): readonly ColumnSql[] =>
  fields.map(({ column: name, type }) => ({ alias, name, type }));
