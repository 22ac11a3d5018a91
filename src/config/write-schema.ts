import { readFileSync, writeFileSync } from 'node:fs';
import { pagesWithTables, schemaFileText, withTable } from './schema/generated-files.ts';

// `npm run schema`, from the repository root.
writeFileSync('schema/joinery.schema.json', schemaFileText());
for (const [page, table] of Object.entries(pagesWithTables))
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table()));
