import { readFileSync, writeFileSync } from 'node:fs';
import { pagesWithTables, schemaFileText, withTable } from './schema/generated-files.ts';

// `npm run schema`: writes what derives from the schema's source, from the root of the checkout.
writeFileSync('schema/joinery.schema.json', schemaFileText());
for (const [page, table] of Object.entries(pagesWithTables))
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table()));
