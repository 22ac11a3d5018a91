import type { ColumnType } from '../../../model/catalog-column.ts';
import { SchemaChanged } from '../../../store/schema-changed.ts';
import type { QueryRows } from '../../introspection.ts';

/** Whether values of two types can be compared with `=`: the database itself is asked, as it knows operators and casts. */
export async function areComparable(query: QueryRows, left: ColumnType, right: ColumnType): Promise<boolean> {
  try {
    await query(`select ${nullOf(left)} = ${nullOf(right)} as equal`, []);
    return true;
  } catch (error) {
    if (error instanceof SchemaChanged) return false;
    throw error;
  }
}

const nullOf = ({ native, list }: ColumnType): string => `null::${native}${list ? '[]' : ''}`;
