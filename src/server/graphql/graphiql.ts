import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { ICON_LINK } from '../../base/html-page.ts';
import { invariant } from '../../base/invariant.ts';
import { HEADER_STYLE, pageHeader } from '../pages/page-header.ts';
import { HTML_TYPE, PAGE_HEADER, pagePolicy } from '../pages/page-policy.ts';
import { roleChoice } from '../pages/role-choice.ts';
import { signInTags } from '../sign-in/sign-in-tags.ts';
import { prefersHtml } from './negotiate.ts';
import { sampleQuery } from './sample-query.ts';

/** Serves GraphiQL to GET requests that prefer HTML. */
export function addGraphiql(scope: FastifyInstance, application: Application): void {
  const { runtime } = application.config;
  const root = '../'.repeat(runtime.graphql.path.split('/').length - 2) || './';
  const tags = signInTags(runtime, root);
  const policy = pagePolicy({
    'script-src': `'unsafe-inline' blob:${tags.script}`,
    'worker-src': 'blob:',
    'style-src': "'unsafe-inline'",
    'font-src': 'data:',
    'img-src': 'data:',
    'connect-src': `'self'${tags.connect}`,
  });
  let page: Promise<Buffer> | undefined;
  scope.addHook('onRequest', async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || !prefersHtml(request.headers.accept)) return;
    page ??= renderPage(application, { head: tags.head, root });
    reply.headers({
      'content-type': HTML_TYPE,
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    });
    return reply.send(await page);
  });
}

/** The color scheme follows the theme of GraphiQL. */
const STYLE = `${HEADER_STYLE}
  body { display: flex; flex-direction: column; height: 100dvh; margin: 0; color-scheme: light dark; }
  body.graphiql-light { color-scheme: light; }
  body.graphiql-dark { color-scheme: dark; }
  #root { flex: 1; height: auto; min-height: 0; }
  #root .graphiql-container { height: 100%; }
  #root .graphiql-logo { display: none; }
  @media (max-width: 700px) {
    #root .graphiql-container .graphiql-container { flex-direction: column; }
    #root .graphiql-sidebar { flex-direction: row; width: auto; padding: 0.25rem 0.5rem; }
    #root .graphiql-sidebar > [style] { margin: 0 0 0 auto !important; }
    #root .graphiql-main { flex-direction: column; min-height: 0; }
    #root .graphiql-sessions { min-height: 0; margin: 0 0.5rem 0.5rem; }
    #root .graphiql-sessions > div:has(> .graphiql-editors) { flex-direction: column; min-height: 0; }
    #root :is(.graphiql-editors, .graphiql-response) { min-height: 0; }
    #root .graphiql-horizontal-drag-bar { display: none; }
  }
`;

/**
 * At start, GraphiQL opens a new tab unless a tab matches the stored query, variables, and headers. An unedited tab
 * does not match, so this script stores the values of the displayed tab. It also reads `variables` from the URL, which
 * GraphiQL ignores.
 */
const RESTORE_TAB = `(() => {
  const PREFIX = 'graphiql:';
  const url = new URL(location.href);
  const variables = url.searchParams.get('variables');
  const stored = JSON.parse(localStorage.getItem(PREFIX + 'tabState'));
  if (Array.isArray(stored?.tabs)) {
    const query = url.searchParams.get('query');
    const active = stored.tabs[stored.activeTabIndex];
    const tab = [active, ...stored.tabs].find((candidate) => candidate && (!query || candidate.query === query));
    for (const name of ['query', 'variables', 'headers']) {
      const value = tab?.[name];
      if (value) localStorage.setItem(PREFIX + name, value);
      else localStorage.removeItem(PREFIX + name);
    }
  }
  if (variables === null) return;
  localStorage.setItem(PREFIX + 'variables', variables);
  // Otherwise, a reload would replace variables that the user has edited.
  url.searchParams.delete('variables');
  history.replaceState(history.state, '', url);
})();`;

/** Focuses the query editor. Handles Ctrl+Enter on the whole page, because GraphiQL handles it only in an editor. */
const SCRIPT = `(() => {
  const focus = () => document.querySelector('.graphiql-query-editor :is(textarea, .native-edit-context)')?.focus();
  const root = document.querySelector('#root');
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focus();
    if (document.activeElement !== document.body) observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    document.querySelector('.graphiql-execute-button')?.click();
  });
})();`;

const ROOT = '<div id="root"></div>';

/** Imports the module on first use, because it has nine megabytes. */
async function renderPage(
  application: Application,
  { head, root }: { readonly head: string; readonly root: string },
): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const { runtime } = application.config;
  const page = renderGraphiQL({
    title: 'Joinery GraphiQL',
    endpoint: runtime.graphql.path,
    defaultQuery: `# Ctrl+Enter runs this query.\n# Ctrl+Space shows completions.\n\n${sampleQuery(application)}\n`,
    defaultEditorToolsVisibility: false,
    additionalHeaders: { [PAGE_HEADER]: 'graphiql' },
  });
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const [before, after] = page
    .replace(/<link rel="icon"[^>]*>/, ICON_LINK)
    .replace('<head>', () => `<head>\n${viewport}\n${head}`)
    .split(ROOT);
  invariant(before !== undefined && after !== undefined, 'the page has a place for GraphiQL');
  const { control, script } = roleChoice(application);
  const header = pageHeader(runtime, { root, current: 'GraphiQL', controls: control, signsIn: true });
  const scripts = `<script>${RESTORE_TAB}${script}${SCRIPT}</script>`;
  return Buffer.from(`${before}<style>${STYLE}</style>${header}${ROOT}${scripts}${after}`);
}
