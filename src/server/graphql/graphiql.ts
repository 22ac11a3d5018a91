import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { invariant } from '../../base/invariant.ts';
import { pagePolicy } from '../page-policy.ts';
import { whoAsks } from '../pages/who-asks.ts';
import { signInTags } from '../sign-in/sign-in-tags.ts';
import { prefersHtml } from './negotiate.ts';
import { sampleQuery } from './sample-query.ts';

/** Answers a GET that asks for a page with GraphiQL, at the path of GraphQL. */
export function addGraphiql(scope: FastifyInstance, application: Application): void {
  const { runtime } = application.config;
  const tags = signInTags(runtime, '../'.repeat(runtime.graphql.path.split('/').length - 2));
  // Scripts, styles and workers are all in the page; nothing is fetched from elsewhere.
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
    page ??= renderPage(application, tags.head);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    });
    return reply.send(await page);
  });
}

const STYLE = `
  body { display: flex; flex-direction: column; height: 100vh; }
  #root { flex: 1; height: auto; min-height: 0; }
  #root .graphiql-container { height: 100%; }
`;

/** GraphiQL hears its shortcuts only in an editor. So the first editor gets the focus, and the one for running is heard everywhere. */
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

/** Where GraphiQL is put in its page. */
const ROOT = '<div id="root"></div>';

/** The page, loaded on first use: it has nine megabytes, which production never needs. */
async function renderPage(application: Application, head: string): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({
    title: 'Joinery GraphiQL',
    endpoint: application.config.runtime.graphql.path,
    defaultQuery: `# Ctrl+Enter runs this query.\n# Ctrl+Space lists what fits at the cursor.\n\n${sampleQuery(application)}\n`,
    defaultEditorToolsVisibility: false,
  });
  const [before, after] = page.replace('<head>', () => `<head>\n${head}`).split(ROOT);
  invariant(before !== undefined && after !== undefined, 'the page has a place for GraphiQL');
  const { bar, style, script } = whoAsks(application);
  const ours = `<style>${style}${STYLE}</style>${bar}${ROOT}<script>${script}${SCRIPT}</script>`;
  return Buffer.from(`${before}${ours}${after}`);
}
