import type { ListName } from './introspect-query.ts';

export interface ServerRow {
  readonly major: number;
  /** `EngineEdition`; 5 and 8 are Azure SQL. */
  readonly edition: number;
  readonly level: number;
  /** 1 on a T-SQL engine other than SQL Server. */
  readonly compatible: number | null;
  readonly schemaName: string;
  /** True for a READ_ONLY database or a secondary replica. */
  readonly readOnly: boolean;
}

export interface ObjectRow {
  readonly id: number;
  readonly schemaName: string;
  readonly name: string;
  readonly type: 'U' | 'V' | 'P' | 'FN' | 'IF' | 'TF' | 'SN';
  /** Id of the object that a synonym refers to; otherwise equal to `id`. */
  readonly targetId: number;
}

export interface TypeRow {
  readonly type: string;
  /** In bytes; -1 for `max`. */
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  readonly collation?: string | null;
  readonly dimension?: number;
}

export interface ColumnRow extends TypeRow {
  readonly id: number;
  readonly position: number;
  readonly name: string;
  readonly nullable: boolean;
  readonly isIdentity: boolean;
  readonly computed: boolean;
  readonly period: number | null;
  readonly hasDefault: boolean;
  /** Null if no privileges are set for single columns of the table. */
  readonly mayRead: number | null;
  readonly mayInsert: number | null;
  readonly mayUpdate: number | null;
}

export interface IndexRow {
  readonly id: number;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly filtered: boolean;
  readonly columnName: string;
  readonly descending: boolean;
}

export interface ForeignKeyRow {
  readonly id: number;
  readonly name: string;
  readonly columnName: string;
  readonly targetSchema: string;
  readonly target: string;
  readonly targetColumn: string;
}

export interface CheckRow {
  readonly id: number;
  readonly name: string;
  /** Column of a column constraint; 0 for a table constraint. */
  readonly position: number;
  /** Null if the login may not read it. */
  readonly definition: string | null;
  /** True if the constraint is disabled or not trusted. */
  readonly disabled: boolean;
}

export interface TriggerRow {
  readonly id: number;
  readonly isInstead: boolean;
  /** Null if the login cannot see it. */
  readonly event: string | null;
}

export interface CommentRow {
  readonly id: number;
  /** 0 for the object itself. */
  readonly position: number;
  readonly text: string;
}

export interface ParameterRow extends TypeRow {
  readonly id: number;
  /** 0 for the result of a function. */
  readonly position: number;
  readonly name: string;
  readonly isOutput: boolean;
  readonly isTable: boolean;
}

export interface DescribedRow extends TypeRow {
  readonly id: number;
  readonly position: number;
  readonly name: string | null;
  readonly nullable: boolean;
  /** Set if the result cannot be described. */
  readonly error: string | null;
}

export interface CatalogRows {
  readonly server: readonly ServerRow[];
  readonly objects: readonly ObjectRow[];
  readonly columns: readonly ColumnRow[];
  readonly indexes: readonly IndexRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
  readonly checks: readonly CheckRow[];
  readonly triggers: readonly TriggerRow[];
  readonly comments: readonly CommentRow[];
  readonly parameters: readonly ParameterRow[];
  readonly modules: readonly { readonly id: number; readonly text: string | null }[];
  /** Undefined if the engine cannot describe results. */
  readonly described: readonly DescribedRow[] | undefined;
}

const withDimensions = (
  columns: readonly ColumnRow[],
  vectors: readonly (Pick<ColumnRow, 'id' | 'position'> & Required<Pick<TypeRow, 'dimension'>>)[],
): readonly ColumnRow[] =>
  columns.map((column) => {
    const vector = vectors.find(({ id, position }) => id === column.id && position === column.position);
    return vector === undefined ? column : { ...column, dimension: vector.dimension };
  });

/** @param row lists as JSON; NULL for an empty list */
export function parseCatalogRows(row: Readonly<Record<string, unknown>>): CatalogRows {
  const list = (name: ListName | 'described' | 'vectors'): readonly never[] | undefined =>
    row[name] === null || row[name] === undefined ? undefined : JSON.parse(String(row[name]));
  return {
    server: list('server') ?? [],
    objects: list('objects') ?? [],
    columns: withDimensions(list('columns') ?? [], list('vectors') ?? []),
    indexes: list('indexes') ?? [],
    foreignKeys: list('foreignKeys') ?? [],
    checks: list('checks') ?? [],
    triggers: list('triggers') ?? [],
    comments: list('comments') ?? [],
    parameters: list('parameters') ?? [],
    modules: list('modules') ?? [],
    described: list('described'),
  };
}
