import type { ColumnType } from '../../../model/catalog-column.ts';
import { SchemaChanged } from '../../../store/schema-changed.ts';
import type { QueryRows } from '../../introspection.ts';
import { operatorName, ownTypeName } from '../sql/names.ts';

/** Returns whether the database compares values of two types by the operator that statements name. */
export async function areComparable(query: QueryRows, left: ColumnType, right: ColumnType): Promise<boolean> {
  try {
    await query(`select ${nullOf(left)} ${operatorName('eq', left, right)} ${nullOf(right)} as equal`, []);
    return true;
  } catch (error) {
    if (error instanceof SchemaChanged) return false;
    throw error;
  }
}

const nullOf = (type: ColumnType): string => `null::${ownTypeName(type)}`;
