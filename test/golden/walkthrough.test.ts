import { expect, it } from 'vitest';
import { pages, readPage, renderPage } from './walkthrough.ts';

it.each(pages)('$path matches its golden case (update with `npm run walkthrough`)', (page) => {
  expect(readPage(page)).toBe(renderPage(page));
});
