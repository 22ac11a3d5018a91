import { escapeHtml } from './escape-html.ts';

const SHAPES = '<path fill="#c2782e" d="M3 4h15v8h-6v8h6v8H3z"/><path fill="#3557a5" d="M29 4h-9v10h-6v4h6v10h9z"/>';

export const LOGO = `<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">${SHAPES}</svg>`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SHAPES}</svg>`;

/** Requires `img-src data:` in the content security policy. */
export const ICON_LINK = `<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}">`;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
  body { margin: 0; color: light-dark(#1c2430, #e4e8ef); background: light-dark(#fff, #14181f); }
  main { padding: 1rem clamp(1rem, 4vw, 2.5rem) 3rem; }
  h1 { margin: 1rem 0; font-size: 1.7rem; line-height: 1.25; letter-spacing: -0.01em; }
  h2 { margin: 2rem 0 0.75rem; font-size: 1.25rem; }
  a { color: light-dark(#1d4fa8, #8ab4f8); }
  code, pre { font: 0.85rem/1.6 ui-monospace, monospace; }
  pre { padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 0.5rem; background: light-dark(#f1f3f6, #1f252f); }
  small { opacity: 0.75; }
`;

export interface HtmlPage {
  readonly title: string;
  readonly style?: string;
  /** HTML. */
  readonly head?: string;
  /** HTML. */
  readonly header?: string;
  /** HTML. */
  readonly main: string;
}

/** Escapes only the title. */
export function renderHtmlPage({ title, style = '', head = '', header = '', main }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${ICON_LINK}
<style>${STYLE}${style}</style>
${head}
</head>
<body>
${header}
<main>
${main}
</main>
</body>
</html>
`;
}
