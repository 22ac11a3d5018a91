import type { FastifyInstance } from 'fastify';
import type { Application } from '../app/application.ts';
import { escapeHtml } from '../base/escape-html.ts';
import { sampleQuery } from './graphql/sample-query.ts';
import { roleWithoutHeader } from './identity/role-without-header.ts';
import { closeMethods } from './methods.ts';
import { pagePolicy } from './page-policy.ts';
import { entityTable } from './pages/entity-table.ts';
import { samplePath } from './rest/path/sample-path.ts';
import { signInTags } from './sign-in/sign-in-tags.ts';
import { swaggerUiPath } from './swagger-ui.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { margin: 0; font-size: 2.2rem; letter-spacing: -0.02em; }
  pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 0.5rem; background: color-mix(in srgb, currentColor 8%, transparent); }
  code, pre { font: 0.85rem/1.6 ui-monospace, monospace; }
  dt { font-weight: 600; }
  dd { margin: 0 0 0.75rem; }
  table { border-collapse: collapse; }
  th, td { padding: 0.15rem 1rem 0.15rem 0; text-align: left; vertical-align: top; font-weight: 600; }
  td { font-weight: 400; overflow-wrap: anywhere; }
  small { opacity: 0.6; font-size: 0.7rem; white-space: nowrap; }
`;

/** `GET /`: what to open and what to try; for development only. */
export function addLandingPage(server: FastifyInstance, application: Application): void {
  const tags = signInTags(application.config.runtime);
  const connect = tags.connect === '' ? '' : `'self'${tags.connect}`;
  const policy = pagePolicy({ 'style-src': "'unsafe-inline'", 'script-src': tags.script, 'connect-src': connect });
  server.get<{ Querystring: { role?: unknown } }>('/', ({ publicAddress: { origin = '', prefix }, query }, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(renderLandingPage(application, { origin: origin + prefix, head: tags.head, asked: query.role })),
  );
  closeMethods(server, '/', ['GET', 'HEAD']);
}

interface PageOptions {
  readonly origin: string;
  readonly head: string;
  /** The role whose entities are listed; where there is no such role, the one that requests without a role have. */
  readonly asked: unknown;
}

function renderLandingPage(application: Application, { origin, head, asked }: PageOptions): string {
  const { model, config } = application;
  const usual = roleWithoutHeader(config);
  const role = [...model.roles].find((name) => name === asked) ?? usual;
  const roles = [...model.roles].map((name) => {
    const text = escapeHtml(name);
    return name === role ? `<b>${text}</b>` : `<a href="?role=${encodeURIComponent(name)}">${text}</a>`;
  });
  const offered = offers(application, origin);
  const links = offered.map(({ path, name, says }) => {
    const link = `<a href="${escapeHtml(path)}">${escapeHtml(name)}</a>`;
    return `  <dt>${link}</dt>\n  <dd>${escapeHtml(says)}</dd>`;
  });
  const lines = offered.flatMap(({ line }) => (line === undefined ? [] : [`<pre>${escapeHtml(line)}</pre>`]));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Joinery</title>
<style>${STYLE}</style>
${head}
<h1>Joinery</h1>
<p>${model.entities.length} entities are served, in development mode.</p>
<dl>
${links.join('\n')}
</dl>
<p>Try:</p>
${lines.join('\n')}
<h2>What the role can reach</h2>
<p id="roles">${roles.join(' · ')}</p>
${entityTable({ application, role, linked: role === usual })}
</html>
`;
}

/** A page to open, and a line to try in a shell. */
interface Offer {
  readonly path: string;
  readonly name: string;
  readonly says: string;
  readonly line?: string;
}

function offers(application: Application, origin: string): readonly Offer[] {
  const { runtime } = application.config;
  const { graphql, rest } = runtime;
  const sample = samplePath(application);
  const swagger = swaggerUiPath(runtime);
  return [
    ...(graphql.enabled
      ? [
          {
            path: graphql.path,
            name: graphql.path,
            says: 'GraphQL; a browser gets GraphiQL, with the schema beside it.',
            line: curlLine(origin + graphql.path, sampleQuery(application)),
          },
        ]
      : []),
    ...(sample === undefined
      ? []
      : [
          {
            path: rest.path,
            name: rest.path,
            says: `REST: the entities, with their addresses; such as ${sample}.`,
            line: restLine(origin + sample),
          },
        ]),
    ...(swagger === undefined
      ? []
      : [
          {
            path: swagger,
            name: swagger,
            says: 'Swagger UI: the REST API, to be looked at and tried, for every role.',
          },
        ]),
    { path: '/health', name: '/health', says: 'Whether the database answers.' },
  ];
}

/** A line for a shell that sends this query to this URL. */
export function curlLine(url: string, query: string): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ') });
  return `curl ${url} -H 'Content-Type: application/json' -d '${body}'`;
}

/** A line for a shell. The URL is quoted, since a dollar means something there. */
export const restLine = (url: string): string => `curl '${url}'`;
