import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { throwApiError } from '../../base/errors.ts';
import { ICON_LINK } from '../../base/html-page.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import type { Runtime } from '../../config/config.ts';
import { IMMUTABLE } from '../caching/cache-control.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { signInTags } from '../sign-in/sign-in-tags.ts';
import { HEADER_STYLE, pageHeader } from './page-header.ts';
import { redirectTrailingSlash, swaggerUiPath } from './page-paths.ts';
import { HTML_TYPE, pagePolicy } from './page-policy.ts';
import { ROLE_FUNCTIONS } from './role-choice.ts';
import { findSwaggerUi, swaggerUiFiles } from './swagger-ui-files.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const SIMPLIFY = fileURLToPath(new URL('browser/simplify-document.js', import.meta.url));

/** Adds Swagger UI, in development only. */
export function addSwaggerUi(server: FastifyInstance, { config, model }: Application): void {
  const path = swaggerUiPath(config.runtime);
  if (path === undefined) return;
  const tags = signInTags(config.runtime);
  // The styles contain images as `data:` URLs.
  const policy = pagePolicy({
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': `'self'${tags.connect}`,
    'form-action': "'none'",
  });
  const { folder: source, version } = findSwaggerUi();
  // A relative path keeps a prefix that a proxy removes.
  const folder = path.slice(1);
  const file = (name: string): string => `${folder}/${version}/${name}`;

  const contents = new Map<string, Buffer>();
  server.get(path, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type(HTML_TYPE)
      .send(renderPage({ runtime: config.runtime, file, start: `${folder}/start.js`, head: tags.head })),
  );
  redirectTrailingSlash(server, path);
  server.get(`${path}/start.js`, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type(SCRIPT_TYPE)
      .send(startScript(config.runtime.rest.path, [...model.roles])),
  );
  server.get<{ Params: { name: string } }>(`${path}/${version}/:name`, async ({ params: { name } }, reply) => {
    const type = swaggerUiFiles.get(name) ?? throwApiError('EntityNotFound', 'Unknown file of Swagger UI.');
    if (!contents.has(name)) contents.set(name, await readFile(join(source, name)));
    const content = contents.get(name);
    return reply.header('cache-control', IMMUTABLE).type(type).send(content);
  });
  server.get(`${path}/simplify-document.js`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type(SCRIPT_TYPE)
      .send(await readFile(SIMPLIFY)),
  );
  for (const url of [path, `${path}/start.js`, `${path}/simplify-document.js`, `${path}/${version}/:name`])
    rejectOtherMethods(server, url, ['GET', 'HEAD']);
}

/** The color scheme follows the switch of Swagger UI. */
const STYLE = `${HEADER_STYLE}
  :root { color-scheme: light; }
  :root.dark-mode { color-scheme: dark; }
  .swagger-ui .topbar-wrapper .link { display: none; }
`;

interface SwaggerPage {
  readonly runtime: Runtime;
  readonly file: (name: string) => string;
  readonly start: string;
  readonly head: string;
}

const renderPage = ({ runtime, file, start, head }: SwaggerPage): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Joinery Swagger UI</title>
${ICON_LINK}
${head}
<link rel="stylesheet" href="${file('swagger-ui.css')}">
<link rel="stylesheet" href="${file('index.css')}">
<style>${STYLE}</style>
${pageHeader(runtime, { root: './', current: 'Swagger UI', signsIn: true })}
<div id="swagger-ui"></div>
<script src="${file('swagger-ui-bundle.js')}"></script>
<script src="${file('swagger-ui-standalone-preset.js')}"></script>
<script type="module" src="${start}"></script>
</html>
`;

/**
 * Returns the start script. It lists the document of all roles, and the document of each role. For a signed-in user, it
 * opens the document of the user's role.
 */
function startScript(restPath: string, roles: readonly string[]): string {
  const document = `${restPath.slice(1)}/${API_DESCRIPTION}`;
  const urls = [
    { name: 'All roles', url: document },
    ...roles.map((role) => ({ name: `Role ${role}`, url: `${document}?role=${encodeURIComponent(role)}` })),
  ];
  return `import { simplifyDocument } from './simplify-document.js';

const urls = ${JSON.stringify(urls)};
${ROLE_FUNCTIONS}
const nameOf = (role) => 'Role ' + role;
const own = ownRoles() ?? [];
const shown = [...own.flatMap((role) => urls.filter(({ name }) => name === nameOf(role))), ...(own.length === 0 ? urls : urls.slice(0, 1))];
// Renewing a token also sends this event, so reload only if the roles have changed.
window.addEventListener('joinery-session', () => {
  if (String(ownRoles() ?? []) !== String(own)) location.reload();
});

SwaggerUIBundle({
  dom_id: '#swagger-ui',
  urls: shown,
  'urls.primaryName': own.length === 0 ? undefined : nameOf(chosenRole(own)),
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  responseInterceptor: (response) => {
    const { pathname } = new URL(response.url, location.href);
    if (response.ok && pathname.endsWith(${JSON.stringify(`/${document}`)})) {
      response.text = JSON.stringify(simplifyDocument(JSON.parse(response.text)));
    }
    return response;
  },
});
`;
}
