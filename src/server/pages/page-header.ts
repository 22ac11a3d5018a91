import { escapeHtml } from '../../base/escape-html.ts';
import { LOGO } from '../../base/html-page.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import type { Runtime } from '../../config/config.ts';
import { offersSignIn } from '../sign-in/sign-in-tags.ts';
import { homePath, swaggerUiPath } from './page-paths.ts';

type PageName = 'Console' | 'GraphiQL' | 'Swagger UI' | 'OpenAPI';

interface HeaderOptions {
  /** Path of the service root, relative or with a proxy's prefix; ends with a slash. */
  readonly root: string;
  readonly current?: PageName;
  readonly controls?: string;
  /** True if the page has the scripts of `signInTags`. */
  readonly signsIn?: boolean;
}

export const HEADER_STYLE = `
  .joinery-header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.25rem; padding: 0.5rem clamp(1rem, 4vw, 2.5rem); box-sizing: border-box;
    font: 15px/1.5 system-ui, sans-serif; color: light-dark(#1c2430, #e4e8ef); background: light-dark(#f6f7f9, #1b2029);
    border-bottom: 1px solid light-dark(#d9dee6, #333b48); }
  .joinery-header a { color: inherit; text-decoration: none; }
  .joinery-header a:hover, .joinery-header a:focus-visible { text-decoration: underline; }
  .joinery-header a[aria-current] { font-weight: 600; }
  .joinery-header .logo { display: flex; align-items: center; gap: 0.5rem; font-weight: 700; }
  .joinery-header nav { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-right: auto; }
  .joinery-header select { max-width: 14rem; padding: 0.15rem 0.4rem; font: inherit; color: inherit; border: 1px solid light-dark(#b9c1cd, #4b5565);
    border-radius: 0.3rem; background: light-dark(#fff, #262d38); }
  @media (max-width: 600px) {
    .joinery-header { gap: 0.25rem 0.75rem; font-size: 14px; }
    .joinery-header nav { gap: 0 0.75rem; }
  }
`;

export function pageHeader(runtime: Runtime, { root, current, controls = '', signsIn = false }: HeaderOptions): string {
  const home = homePath(runtime);
  const links = pageLinks(runtime).map(([name, path]) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<a href="${escapeHtml(root + path.slice(1))}"${mark}>${name}</a>`;
  });
  const logo = `${LOGO}<span>Joinery</span>`;
  return [
    '<header class="joinery-header">',
    home === undefined ? `<span class="logo">${logo}</span>` : `<a class="logo" href="${escapeHtml(root)}">${logo}</a>`,
    `<nav aria-label="Pages">${links.join('')}</nav>`,
    controls,
    ...(signsIn && offersSignIn(runtime) ? ['<sign-in-bar></sign-in-bar>'] : []),
    '</header>',
  ].join('');
}

function pageLinks(runtime: Runtime): readonly (readonly [name: PageName, path: string])[] {
  const { mode, graphql, rest } = runtime;
  const isDevelopment = mode === 'development';
  const home = homePath(runtime);
  const swagger = swaggerUiPath(runtime);
  const links: (readonly [PageName, string | false | undefined])[] = [
    ['Console', home],
    ['GraphiQL', isDevelopment && graphql.enabled && graphql.path],
    ['Swagger UI', swagger],
    ['OpenAPI', isDevelopment && rest.enabled && `${rest.path}/${API_DESCRIPTION}`],
  ];
  return links.flatMap(([name, path]) => (typeof path === 'string' ? [[name, path] as const] : []));
}
