import { expect, it } from 'vitest';
import { pages, readPage, renderPage } from './walkthrough.ts';

it.each(pages)('$path matches its golden case; `npm run walkthrough` updates it', (page) => {
  expect(readPage(page)).toBe(renderPage(page));
});
