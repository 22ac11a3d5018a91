import type { QueryRows } from '../../introspection.ts';

/**
 * One row, one column `mark`: another text whenever what the queries of introspection read has changed; sums of checksums, whatever the order
 * of the rows.
 */
const markQuery = `
select concat_ws(' ',
  (select sum(crc32(concat_ws('|', TABLE_NAME, TABLE_TYPE, TABLE_COMMENT)))
    from information_schema.TABLES where TABLE_SCHEMA = database()),
  (select sum(crc32(concat_ws('|', TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLUMN_COMMENT)))
    from information_schema.COLUMNS where TABLE_SCHEMA = database()),
  (select sum(crc32(concat_ws('|', TABLE_NAME, CONSTRAINT_NAME, CHECK_CLAUSE)))
    from information_schema.CHECK_CONSTRAINTS where CONSTRAINT_SCHEMA = database()),
  (select sum(crc32(concat_ws('|', TABLE_NAME, IS_UPDATABLE)))
    from information_schema.VIEWS where TABLE_SCHEMA = database()),
  (select sum(crc32(concat_ws('|', TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, ORDINAL_POSITION, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME)))
    from information_schema.KEY_COLUMN_USAGE where TABLE_SCHEMA = database()),
  (select sum(crc32(concat_ws('|', TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, NON_UNIQUE, \`COLLATION\`, SUB_PART, INDEX_TYPE, IGNORED)))
    from information_schema.STATISTICS where TABLE_SCHEMA = database()),
  (select sum(crc32(concat_ws('|', TRIGGER_NAME, EVENT_OBJECT_TABLE)))
    from information_schema.TRIGGERS where EVENT_OBJECT_SCHEMA = database())
) as mark`;

/** Reads `markQuery`. */
export async function readMariadbMark(query: QueryRows): Promise<string> {
  const [row] = await query(markQuery, []);
  return String(row?.mark);
}
