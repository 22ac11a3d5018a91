import type { Field } from '../model/model.ts';
import type { Compiling } from './compile-plan.ts';
import { type Alias, column, type Sql } from './fragment.ts';

/** One text for these fields of a row, equal for equal values. */
export const compileHash = (fields: readonly Field[], alias: Alias, { dialect }: Compiling): Sql =>
  dialect.hash(fields.map((field) => ({ column: column(alias, field.column), type: field.type })));
