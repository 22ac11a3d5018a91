import { dabTable } from '../dab/dab-table.ts';
import { keyTable } from './key-table.ts';
import { publishedSchema } from './published-schema.ts';

const TABLE = /(<!-- keys: written by npm run schema -->)\n[\s\S]*?(<!-- end of keys -->)/;

/** `schema/joinery.schema.json`, whole. */
export const schemaFileText = (): string => `${JSON.stringify(publishedSchema, null, 2)}\n`;

/** The pages that hold a table between two markers, and what the table says. */
export const pagesWithTables = {
  'docs/configuration.md': keyTable,
  'docs/from-data-api-builder.md': dabTable,
} as const;

/** A page with the table between its markers written anew. */
export const withTable = (markdown: string, table: string): string =>
  markdown.replace(TABLE, (_, start: string, end: string) => `${start}\n\n${table}\n\n${end}`);
