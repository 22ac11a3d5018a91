import type { ListName } from './introspect-query.ts';

/** An answer of the server's catalog: flags are booleans, as FOR JSON has them. */
export interface ServerFacts {
  readonly major: number;
  /** 5 and 8 are Azure SQL. */
  readonly edition: number;
  readonly level: number;
  /** 1 for an engine that speaks T-SQL, and is no SQL Server. */
  readonly compatible: number | null;
  readonly schemaName: string;
  /** Whether the database rejects changes: by its option READ_ONLY, or as a secondary replica. */
  readonly readOnly: boolean;
}

export interface ObjectFacts {
  readonly id: number;
  readonly schemaName: string;
  readonly name: string;
  readonly type: 'U' | 'V' | 'P' | 'FN' | 'IF' | 'TF' | 'SN';
  readonly meant: number;
}

/** What a type is called, and its size. */
export interface TypeFacts {
  readonly type: string;
  /** In bytes; -1 for `max`. */
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  readonly collation?: string | null;
  /** Number of elements of a `vector` column. */
  readonly dimension?: number;
}

export interface ColumnFacts extends TypeFacts {
  readonly id: number;
  readonly place: number;
  readonly name: string;
  readonly nullable: boolean;
  readonly isIdentity: boolean;
  readonly computed: boolean;
  readonly period: number | null;
  readonly hasDefault: boolean;
  /** 1 where the login has the right; null where the table has no grants on single columns. */
  readonly mayRead: number | null;
  readonly mayInsert: number | null;
  readonly mayUpdate: number | null;
}

export interface IndexFacts {
  readonly id: number;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly filtered: boolean;
  readonly columnName: string;
  readonly descending: boolean;
}

export interface ForeignKeyFacts {
  readonly id: number;
  readonly name: string;
  readonly columnName: string;
  readonly targetSchema: string;
  readonly target: string;
  readonly targetColumn: string;
}

export interface CheckFacts {
  readonly id: number;
  readonly name: string;
  /** The column that it hangs on; 0 where it is the table's. */
  readonly place: number;
  /** NULL for a login that may read the table and not see its definition. */
  readonly definition: string | null;
  /** Whether it is switched off, or was added to rows that nobody has checked. */
  readonly disabled: boolean;
}

/** One for each event that it stands for. */
export interface TriggerFacts {
  readonly id: number;
  readonly isInstead: boolean;
  /** `insert`, `update` or `delete`; null where it is not to be seen. */
  readonly event: string | null;
}

export interface CommentFacts {
  readonly id: number;
  /** 0 for the object itself. */
  readonly place: number;
  readonly text: string;
}

export interface ParameterFacts extends TypeFacts {
  readonly id: number;
  /** 0 for what a function gives. */
  readonly place: number;
  readonly name: string;
  readonly isOutput: boolean;
  /** Whether it takes a table, or a cursor. */
  readonly isTable: boolean;
}

export interface DescribedFacts extends TypeFacts {
  readonly id: number;
  readonly place: number;
  readonly name: string | null;
  readonly nullable: boolean;
  /** Why it cannot be told what the procedure gives. */
  readonly error: string | null;
}

export interface Facts {
  readonly server: readonly ServerFacts[];
  readonly objects: readonly ObjectFacts[];
  readonly columns: readonly ColumnFacts[];
  readonly indexes: readonly IndexFacts[];
  readonly foreignKeys: readonly ForeignKeyFacts[];
  readonly checks: readonly CheckFacts[];
  readonly triggers: readonly TriggerFacts[];
  readonly comments: readonly CommentFacts[];
  readonly parameters: readonly ParameterFacts[];
  readonly modules: readonly { readonly id: number; readonly text: string | null }[];
  /** Undefined where the engine cannot tell. */
  readonly described: readonly DescribedFacts[] | undefined;
}

const withDimensions = (
  columns: readonly ColumnFacts[],
  vectors: readonly (Pick<ColumnFacts, 'id' | 'place'> & Required<Pick<TypeFacts, 'dimension'>>)[],
): readonly ColumnFacts[] =>
  columns.map((column) => {
    const vector = vectors.find(({ id, place }) => id === column.id && place === column.place);
    return vector === undefined ? column : { ...column, dimension: vector.dimension };
  });

/** @param row each list as JSON; NULL for an empty one */
export function readFacts(row: Readonly<Record<string, unknown>>): Facts {
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
