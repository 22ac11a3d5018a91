import { join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { EntrySql, MetadataRoot, RowSet } from '../../../sql/query.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { hash } from './hash.ts';
import { JSON_ROW } from './json/for-json.ts';
import { answerValue, connectionMetadata, objectOf } from './rows.ts';

export const selectWithMetadata = (root: MetadataRoot): Sql =>
  root.kind === 'one'
    ? rowWithMetadata({ ...root.query, metadata: root.metadata }, root.query)
    : connectionMetadata(root.query);

interface RowParts {
  readonly entries: readonly EntrySql[];
  readonly metadata: readonly EntrySql[];
}

/** `select top (1) (select … for json path …) as v0, … as v1 from [dbo].[orders] as [1] where …` */
const rowWithMetadata = ({ entries, metadata }: RowParts, rows: RowSet): Sql =>
  sql`select top (1) ${join(
    [objectOf(entries), ...metadata.map(metadataText)].map((value, index) => sql`${value} as ${raw(`v${index}`)}`),
    ', ',
  )}${fromWhere(rows)}`;

/** Returns JSON, or an unquoted string. */
export const metadataText = ({ value }: EntrySql): Sql =>
  value.kind === 'hash'
    ? hash(value.columns)
    : sql`json_value(${subquery(sql`select ${answerValue(value)} as v${JSON_ROW}`)}, '$.v')`;
