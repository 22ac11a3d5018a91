import { readFileSync, writeFileSync } from 'node:fs';
import { generatedParts, schemaFileText, withGeneratedPart } from './schema/generated-files.ts';

writeFileSync('schema/joinery.schema.json', schemaFileText());
for (const [page, print] of Object.entries(generatedParts))
  writeFileSync(page, withGeneratedPart(readFileSync(page, 'utf8'), print()));
