import { readFileSync, writeFileSync } from 'node:fs';
import { schemaFileText, withKeyTable } from './schema/generated-files.ts';

// `npm run schema`: writes what derives from the schema's source, from the root of the checkout.
const PAGE = 'docs/configuration.md';

writeFileSync('schema/joinery.schema.json', schemaFileText());
writeFileSync(PAGE, withKeyTable(readFileSync(PAGE, 'utf8')));
