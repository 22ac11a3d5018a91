import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mistakesIn } from '../support/tsql-grammar.ts';

const written = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('/sqlserver.sql'))
  .sort();

describe('the T-SQL grammar', () => {
  // The first statement takes the parser seconds.
  it.each(written)('accepts %s', { timeout: 60_000 }, (path) => {
    expect(mistakesIn(readFileSync(join(import.meta.dirname, path), 'utf8'))).toEqual([]);
  });

  it.each([
    'select [id] from [t] limit 2',
    'select [id] from [t] where true',
    'select [id] from [t] where ([a], [b]) > (1, 2)',
    'insert into [t] ([a]) values (1) returning [a]',
    'select (select [a] from [t] union all select [b] from [u] for json path) as [j]',
  ])('rejects %s', { timeout: 60_000 }, (statement) => {
    expect(mistakesIn(statement)).not.toEqual([]);
  });
});
