import { expect, it } from 'vitest';
import { readPage, renderPage } from './walkthrough.ts';

it('src/walkthrough.md walks through the golden case as it is; `npm run walkthrough` writes it', () => {
  expect(readPage()).toBe(renderPage());
});
