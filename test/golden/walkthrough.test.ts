import { expect, it } from 'vitest';
import { readMap, readPage, renderMap, renderPage } from './walkthrough.ts';

it('src/walkthrough.md walks through the golden case as it is; `npm run walkthrough` writes it', () => {
  expect(readPage()).toBe(renderPage());
});

it('src/README.md shows one read on every database as it is; `npm run walkthrough` writes it', () => {
  expect(readMap()).toBe(renderMap());
});
