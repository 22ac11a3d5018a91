import { escapeHtml } from '../base/escape-html.ts';
import { LOGO, renderHtmlPage } from '../base/html-page.ts';
import { truncateMiddle } from '../base/truncate-middle.ts';
import type { User } from './user.ts';

export const SIGN_IN_PATH = '/sign-in/';

const STYLE = `
  main { max-width: 26rem; margin: 10vh auto 0; }
  button { display: block; width: 100%; margin: 0 0 0.75rem; padding: 0.75rem 1rem; font: inherit; text-align: left; cursor: pointer;
    border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 0.5rem; background: none; color: inherit; }
  button:hover, button:focus-visible { background: color-mix(in srgb, currentColor 8%, transparent); }
  button small { display: block; }
`;

/** Without `form-action`, because browsers would apply it to the redirect after the form. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

export function renderSignInPage(users: readonly User[], path: string): string {
  const buttons = users.map(
    ({ id, name, roles }) =>
      `<button name="user" value="${escapeHtml(id)}">${escapeHtml(name)} <small>${escapeHtml(roles.join(', ') || 'no roles')}</small></button>`,
  );
  return renderHtmlPage({
    title: 'Sign in',
    style: STYLE,
    main: `${LOGO}
<h1>Sign in as</h1>
<form method="post" action="${escapeHtml(path)}">
${buttons.join('\n')}
</form>
<p><small>This provider is for development only. It requires no password.</small></p>`,
  });
}

export const renderSignInError = (error: string, description = ''): string =>
  renderHtmlPage({
    title: 'Sign-in failed',
    style: STYLE,
    main: `${LOGO}
<h1>Sign-in failed</h1>
<p>${escapeHtml(truncateMiddle(description))}</p>
<p>Go back to the application, and sign in again.</p>
<p><small>Error: ${escapeHtml(truncateMiddle(error))}</small></p>`,
  });
