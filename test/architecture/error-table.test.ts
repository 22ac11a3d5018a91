import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorTable } from '../../src/base/errors.ts';

test('docs/errors.md lists the rows of the error table in order', () => {
  const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| (\d{3})[^|]* \| ([^|]+) \|/gm)];
  const documented = rows.map(([, code, status, description]) => ({
    code,
    status: Number(status),
    description: description,
  }));
  expect(documented).toEqual(Object.entries(errorTable).map(([code, row]) => ({ code, ...row })));
});
