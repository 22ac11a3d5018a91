import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { renderHtmlPage } from '../../base/html-page.ts';
import { sampleQuery } from '../graphql/sample-query.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { roleWithoutHeader } from '../identity/role-without-header.ts';
import type { PublicAddress } from '../proxies/public-address.ts';
import { samplePath } from '../rest/path/sample-path.ts';
import { signInTags } from '../sign-in/sign-in-tags.ts';
import { type EntityTable, entityTable, TABLE_STYLE } from './entity-table.ts';
import { HEADER_STYLE, pageHeader } from './page-header.ts';
import { swaggerUiPath } from './page-paths.ts';
import { HTML_TYPE, hashOf, pagePolicy } from './page-policy.ts';
import { choosesRole, ROLE_FUNCTIONS } from './role-choice.ts';

/** Minimum number of entities for a filter. */
const FILTER_THRESHOLD = 31;

const STYLE = `${HEADER_STYLE}${TABLE_STYLE}
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.25rem; margin: 0; }
  dt { font-weight: 600; }
  dd { margin: 0; }
  pre { max-width: 60rem; }
  #filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 1rem 0; }
  #filter :is(input, select, button) { padding: 0.3rem 0.6rem; font: inherit; }
  #filter input { width: 18rem; max-width: 100%; box-sizing: border-box; }
  @media (max-width: 600px) {
    dl { display: block; }
    dd { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
  }
`;

/** Without scripts, the button filters and sorts. */
const SCRIPT = `(() => {
  const form = document.querySelector('#filter');
  if (form === null) return;
  const rows = [...document.querySelectorAll('#entities tbody tr')];
  const count = form.querySelector('output');
  form.querySelector('button').hidden = true;
  form.elements.sort.addEventListener('change', () => form.submit());
  const filter = () => {
    const text = form.elements.filter.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.dataset.names.includes(text);
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = shown + ' of ' + rows.length;
  };
  form.elements.filter.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  filter();
})();`;

/** Shows the roles of the signed-in user. GraphiQL uses the chosen role, too. */
const ROLES_SCRIPT = `(() => {${ROLE_FUNCTIONS}
  const requested = new URLSearchParams(location.search).get('role');
  const go = (role) => location.replace(role === undefined ? location.pathname : '?role=' + encodeURIComponent(role));
  const list = document.querySelector('#roles');
  const show = () => {
    const roles = ownRoles();
    if (roles === undefined) return;
    const links = new Map([...list.children].map((link) => [link.textContent, link]));
    const own = roles.filter((role) => links.has(role));
    if (own.length === 0) return;
    if (!own.includes(requested)) return go(chosenRole(own));
    list.replaceChildren(...own.flatMap((role, place) => (place === 0 ? [links.get(role)] : [' · ', links.get(role)])));
  };
  window.addEventListener('joinery-session', () => (ownRoles() === undefined ? go() : show()));
  show();
  if (requested !== null && list.querySelector('b')?.textContent === requested) sessionStorage.setItem(ROLE, requested);
})();`;

/** Unvalidated options in the URL. */
interface HomeOptions {
  readonly role?: unknown;
  readonly filter?: unknown;
  readonly sort?: unknown;
}

/** Adds the landing page, in development only. */
export function addLandingPage(server: FastifyInstance, application: Application, path: string): void {
  const tags = signInTags(application.config.runtime);
  const policy = pagePolicy({
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'script-src': `${[SCRIPT, ROLES_SCRIPT].map(hashOf).join(' ')}${tags.script}`,
    'connect-src': tags.connect === '' ? '' : `'self'${tags.connect}`,
    'form-action': "'self'",
  });
  server.get<{ Querystring: HomeOptions }>(path, ({ publicAddress, query }, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type(HTML_TYPE)
      .send(renderLandingPage(application, { publicAddress, head: tags.head, options: query })),
  );
  rejectOtherMethods(server, path, ['GET', 'HEAD']);
}

interface PageOptions {
  readonly publicAddress: PublicAddress;
  readonly head: string;
  readonly options: HomeOptions;
}

function renderLandingPage(application: Application, { publicAddress, head, options }: PageOptions): string {
  const { model, config } = application;
  const { origin = '', prefix } = publicAddress;
  const defaultRole = roleWithoutHeader(config);
  const role = [...model.roles].find((name) => name === options.role) ?? defaultRole;
  const filter = typeof options.filter === 'string' ? options.filter : '';
  const sorted = options.sort === 'name';
  const parameters = `${sorted ? '&sort=name' : ''}${filter === '' ? '' : `&filter=${encodeURIComponent(filter)}`}`;
  const roles = [...model.roles].map((name) => {
    const text = escapeHtml(name);
    const target = escapeHtml(`?role=${encodeURIComponent(name)}${parameters}`);
    return name === role ? `<b>${text}</b>` : `<a href="${target}">${text}</a>`;
  });
  const homeLinks = listHomeLinks(application, origin + prefix);
  const links = homeLinks.map(({ path, description }) => {
    const link = `<a href="${escapeHtml(prefix + path)}">${escapeHtml(path)}</a>`;
    return `  <dt>${link}</dt>\n  <dd>${escapeHtml(description)}</dd>`;
  });
  const lines = homeLinks.flatMap(({ line }) => (line === undefined ? [] : [`<pre>${escapeHtml(line)}</pre>`]));
  const table = entityTable({ application, role, linked: role === defaultRole, prefix, filter, sorted });
  const main = `<h1>${model.entities.length} entities (development mode)</h1>
<dl>
${links.join('\n')}
</dl>
<h2>Try</h2>
${lines.join('\n')}
<h2>Entities by role</h2>
<p id="roles">${roles.join(' · ')}</p>
${table.total < FILTER_THRESHOLD ? '' : filterForm({ role, filter, sorted, table })}
${table.html}
<script>${SCRIPT}</script>${choosesRole(config.runtime) ? `<script>${ROLES_SCRIPT}</script>` : ''}`;
  const header = pageHeader(config.runtime, { root: `${prefix}/`, current: 'Home', signsIn: true });
  return renderHtmlPage({ title: 'Joinery', style: STYLE, head, header, main });
}

interface FilterOptions {
  readonly role: string;
  readonly filter: string;
  readonly sorted: boolean;
  readonly table: EntityTable;
}

function filterForm({ role, filter, sorted, table }: FilterOptions): string {
  return `<form id="filter" role="search">
<input type="hidden" name="role" value="${escapeHtml(role)}">
<input type="search" name="filter" value="${escapeHtml(filter)}" placeholder="Filter by name" aria-label="Filter by name" autocomplete="off">
<label>Order <select name="sort"><option value="">as configured</option><option value="name"${sorted ? ' selected' : ''}>by name</option></select></label>
<button>Show</button>
<output>${table.shown} of ${table.total}</output>
</form>`;
}

interface HomeLink {
  readonly path: string;
  readonly description: string;
  readonly line?: string;
}

function listHomeLinks(application: Application, origin: string): readonly HomeLink[] {
  const { runtime } = application.config;
  const { graphql, rest } = runtime;
  const sample = samplePath(application);
  const swagger = swaggerUiPath(runtime);
  return [
    ...(graphql.enabled
      ? [
          {
            path: graphql.path,
            description: 'GraphQL API. Opens GraphiQL in a browser, with the schema.',
            line: curlLine(origin + graphql.path, sampleQuery(application)),
          },
        ]
      : []),
    ...(sample === undefined
      ? []
      : [
          {
            path: rest.path,
            description: `REST API. Lists the entities with their paths, such as ${sample}.`,
            line: restLine(origin + sample),
          },
        ]),
    ...(swagger === undefined
      ? []
      : [
          {
            path: swagger,
            description: 'Swagger UI. Documents the REST API for every role, and sends requests.',
          },
        ]),
    { path: '/health', description: 'Health check. Reports whether the database responds.' },
  ];
}

export function curlLine(url: string, query: string): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ') });
  return `curl ${url} -H 'Content-Type: application/json' -d '${body}'`;
}

/** Returns a curl command. Quotes the URL, because `$` is special in shells. */
export const restLine = (url: string): string => `curl '${url}'`;
