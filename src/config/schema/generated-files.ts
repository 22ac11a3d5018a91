import { dabTable } from '../dab/dab-table.ts';
import { keyTable } from './key-table.ts';
import { publishedSchema } from './published-schema.ts';

const TABLE = /(<!-- keys: written by npm run schema -->)\n[\s\S]*?(<!-- end of keys -->)/;

/** The text of `schema/joinery.schema.json`. */
export const schemaFileText = (): string => `${JSON.stringify(publishedSchema, null, 2)}\n`;

/** The pages with a table between two markers, and how each table is made. */
export const pagesWithTables = {
  'docs/configuration.md': keyTable,
  'docs/from-data-api-builder.md': dabTable,
} as const;

/** A page with another table between its markers. */
export const withTable = (markdown: string, table: string): string =>
  markdown.replace(TABLE, (_, start: string, end: string) => `${start}\n\n${table}\n\n${end}`);
