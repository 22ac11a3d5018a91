import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STYLE_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Media types of the files of Swagger UI that the page loads. */
export const swaggerUiFiles: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', STYLE_TYPE],
  ['index.css', STYLE_TYPE],
  ['swagger-ui-bundle.js', SCRIPT_TYPE],
  ['swagger-ui-standalone-preset.js', SCRIPT_TYPE],
]);

/** Returns the folder of Swagger UI: in the package, next to this file; in the sources, an installed dependency. */
export function findSwaggerUi(): { readonly folder: string; readonly version: string } {
  const bundled = fileURLToPath(new URL('swagger-ui', import.meta.url));
  const folder = existsSync(bundled)
    ? bundled
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}
