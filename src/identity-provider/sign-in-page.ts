import { escapeHtml } from '../base/escape-html.ts';
import type { User } from './user.ts';

/** The path of the pages on which people choose a user to sign in as. */
export const SIGN_IN_PATH = '/sign-in/';

const STYLE = `
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.6rem; letter-spacing: -0.01em; }
  button { display: block; width: 100%; margin: 0 0 0.75rem; padding: 0.75rem 1rem; font: inherit; text-align: left; cursor: pointer;
    border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 0.5rem; background: none; color: inherit; }
  button:hover, button:focus-visible { background: color-mix(in srgb, currentColor 8%, transparent); }
  small { display: block; opacity: 0.7; }
`;

/** Headers of every page of the provider, those of the library included. No `form-action`: browsers hold it against the redirect that follows. */
export const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** A button for each user; no password is asked for. */
export function renderSignInPage(users: readonly User[], path: string): string {
  const buttons = users.map(
    ({ id, name, roles }) =>
      `<button name="user" value="${escapeHtml(id)}">${escapeHtml(name)} <small>${escapeHtml(roles.join(', ') || 'no roles')}</small></button>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in</title>
<style>${STYLE}</style>
<h1>Sign in as</h1>
<form method="post" action="${escapeHtml(path)}">
${buttons.join('\n')}
</form>
<p><small>This provider is for development: it believes everybody.</small></p>
</html>
`;
}
