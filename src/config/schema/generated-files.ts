import { keyTable } from './key-table.ts';
import { publishedSchema } from './published-schema.ts';

const TABLE = /(<!-- keys: written by npm run schema -->)\n[\s\S]*?(<!-- end of keys -->)/;

/** `schema/joinery.schema.json`, whole. */
export const schemaFileText = (): string => `${JSON.stringify(publishedSchema, null, 2)}\n`;

/** The page with the table between its two markers written anew. */
export const withKeyTable = (markdown: string): string =>
  markdown.replace(TABLE, (_, start: string, end: string) => `${start}\n\n${keyTable()}\n\n${end}`);
