/**
 * Copies Swagger UI into the package, so that installing it needs neither `swagger-ui-dist` nor its analytics
 * dependency. `npm run build` runs this script.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { swaggerUiFiles } from './swagger-ui-files.ts';

const require = createRequire(import.meta.url);
const target = new URL('../../../dist/server/pages/swagger-ui/', import.meta.url);
await mkdir(target, { recursive: true });
for (const name of [...swaggerUiFiles.keys(), 'LICENSE', 'NOTICE']) {
  await copyFile(require.resolve(`swagger-ui-dist/${name}`), new URL(name, target));
}
const { version }: { version: string } = require('swagger-ui-dist/package.json');
await writeFile(new URL('package.json', target), `${JSON.stringify({ version })}\n`);
