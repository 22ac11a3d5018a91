import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import { defineConfig, type MarkdownRenderer } from 'vitepress';

/** Pages of the repository outside `docs/` that are pages of the site too. */
const pagesElsewhere: Readonly<Record<string, string>> = {
  'src/README.md': 'internals/source.md',
  'src/walkthrough.md': 'internals/walkthrough.md',
  'src/dialect/README.md': 'internals/dialects.md',
  'CONTRIBUTING.md': 'internals/contributing.md',
  'CHANGELOG.md': 'internals/changelog.md',
};

/** Returns the page of the site for a Markdown file, given relative to the repository; undefined if there is none. */
function pageOf(file: string): string | undefined {
  const isPage = file.startsWith('docs/') && (file.endsWith('.md') || !file.includes('.'));
  return pagesElsewhere[file] ?? (isPage ? file.slice('docs/'.length) : undefined);
}

/** Returns the anchor that GitHub gives to a heading, so that a link works there and on the site. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/**
 * Resolves relative links by the path of the file in the repository. A link to an existing file that is not a page of
 * the site becomes plain text; VitePress reports a link to a missing file.
 */
function resolveLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const folder = posix.dirname(sourceOf(String(env.relativePath)));
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isText) {
          isText = false;
          Object.assign(token, { type: 'text', content: '' });
        }
        const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : '';
        if (href === '' || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
        const [path = '', hash] = href.split('#');
        const file = posix.join(folder, path);
        const page = pageOf(file);
        if (page !== undefined) token.attrSet('href', `/${page}${hash === undefined ? '' : `#${hash}`}`);
        else if (existsSync(file)) {
          isText = true;
          Object.assign(token, { type: 'text', content: '' });
        }
      }
    }
  });
}

/** Returns the file in the repository of a page of the site. */
function sourceOf(page: string): string {
  return Object.entries(pagesElsewhere).find(([, target]) => target === page)?.[0] ?? `docs/${page}`;
}

/**
 * Renders diagrams to SVG at build time. A page is narrower than the diagrams, which GitHub scales down, so that they
 * are drawn from top to bottom here.
 */
function renderDiagrams(markdown: MarkdownRenderer): void {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    const text = token.content.replace(/^flowchart LR$/m, 'flowchart TB');
    const labels = [...parseMermaid(text).nodes.values()].map(({ label }) => label);
    const svg = renderMermaidSVG(text, {
      bg: 'var(--vp-c-bg)',
      fg: 'var(--vp-c-text-1)',
      transparent: true,
      layerSpacing: 24,
      nodeSpacing: 24,
      padding: 8,
    });
    // Vue drops styles from templates, and those of the library load a font from another host: style.css has them.
    const unstyled = svg.replace(/<style>.*?<\/style>/s, '');
    const title = markdown.utils.escapeHtml(`Diagram: ${labels.join(', ')}`);
    return `<div class="diagram" role="img" aria-label="${title}" v-pre>${unstyled.replaceAll(/\n\s*\n/g, '\n')}</div>\n`;
  };
}

const page = (text: string, link: string) => ({ text, link });

const guides = [
  page('Filter by date', '/guides/filter-by-date'),
  page('Filter by related rows', '/guides/filter-by-related-rows'),
  page('Paginate', '/guides/paginate'),
  page('Aggregate and group', '/guides/aggregate-and-group'),
  page('Create nested rows', '/guides/create-nested-rows'),
  page('Update with If-Match', '/guides/update-with-if-match'),
  page('Call a stored procedure', '/guides/call-a-stored-procedure'),
  page('Hide a column', '/guides/hide-a-column'),
  page('Restrict rows with a policy', '/guides/restrict-rows'),
  page('Let MySQL or MariaDB restrict rows', '/guides/rules-in-mysql'),
  page('Sign in with your identity provider', '/guides/sign-in'),
  page('Limit anonymous clients', '/guides/limit-anonymous-clients'),
  page('Generate a typed client', '/guides/typed-client'),
  page('Cache rows with TanStack Query', '/guides/tanstack-query'),
  page('Build an admin site with React-admin', '/guides/react-admin'),
  page('Run inside another server', '/guides/embed'),
  page('Connect to MySQL, MariaDB, or SQL Server', '/guides/other-databases'),
  page('Deploy behind nginx', '/guides/nginx'),
  page('Run with a connection pooler', '/guides/pooler'),
  page('Migrate from Data API builder', '/guides/migrate-from-data-api-builder'),
];

const apis = [
  page('GraphQL', '/graphql'),
  page('Mutations', '/mutations'),
  page('REST', '/rest'),
  page('Procedures', '/procedures'),
  page('OpenAPI and Swagger UI', '/openapi'),
  page('Errors', '/errors'),
];

const configuration = [
  page('Commands', '/commands'),
  page('Configuration', '/configuration'),
  page('Configuration keys', '/configuration-reference'),
  page('Permissions', '/permissions'),
  page('Log in to the database', '/database-login'),
  page('Let the database know the caller', '/caller-in-database'),
  page('Security', '/security'),
  page('Limits', '/limits'),
  page('Rate limits', '/rate-limits'),
  page('Live queries', '/live'),
  page('Signals of changes', '/live-signals'),
  page('Streams of growing tables', '/live-streams'),
  page('Persisted documents', '/persisted-documents'),
  page('Plugins', '/plugins'),
  page('Data API builder', '/from-data-api-builder'),
  page('Pages for developers', '/pages'),
];

const databases = [
  page('PostgreSQL', '/postgresql'),
  page('MySQL and MariaDB', '/mysql'),
  page('SQL Server', '/sqlserver'),
  page('MongoDB', '/document-databases'),
];

const operations = [
  page('Operations', '/operations'),
  page('Deploy', '/deploy'),
  page('Health and shutdown', '/health'),
  page('Workers', '/workers'),
  page('Metrics, traces, and logs', '/metrics'),
  page('Audit log', '/audit'),
  page('Caching, nginx, and CDNs', '/caching'),
  page('Poolers', '/poolers'),
  page('Faults', '/faults'),
  page('Performance', '/performance'),
  page('Performance on MySQL and MariaDB', '/performance-mysql'),
];

const internals = [
  page('Architecture', '/architecture'),
  page('One query at every stage', '/internals/walkthrough'),
  page('Source code', '/internals/source'),
  page('Dialects', '/internals/dialects'),
  page('SQL by database', '/sql'),
  page('Decisions', '/decisions/README'),
  page('Contributing', '/internals/contributing'),
  page('Changelog', '/internals/changelog'),
];

export default defineConfig({
  title: 'Joinery',
  description: 'Serves a SQL database as a GraphQL API and a REST API',
  lang: 'en-US',
  head: [
    [
      'link',
      {
        rel: 'icon',
        href: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="%233451b2" d="M1 2h9v4h5v8H6v-4H1z"/></svg>',
      },
    ],
  ],
  srcDir: '..',
  srcExclude: [
    '{.ci,.github,benchmarks,config,schema,test}/**',
    '{README,SECURITY,CODE_OF_CONDUCT}.md',
    // VitePress takes files of this name for its own.
    'src/**/config.ts',
  ],
  rewrites: (file) => pageOf(file) ?? file,
  markdown: {
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    config: (markdown) => {
      resolveLinks(markdown);
      renderDiagrams(markdown);
    },
  },
  themeConfig: {
    nav: [
      page('Tutorial', '/tutorial'),
      page('Guides', '/guides/filter-by-date'),
      page('Reference', '/graphql'),
      page('Architecture', '/architecture'),
    ],
    outline: [2, 3],
    search: { provider: 'local' },
    sidebar: [
      { text: 'Start', items: [page('Getting started', '/getting-started'), page('Tutorial', '/tutorial')] },
      { text: 'Guides', items: guides },
      { text: 'Reference: APIs', items: apis },
      { text: 'Reference: configuration', items: configuration },
      { text: 'Reference: databases', items: databases },
      { text: 'Operations', items: operations },
      { text: 'Internals', items: internals },
    ],
  },
});
