import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAccepted, mistakesIn } from '../support/tsql-grammar.ts';

/** Milliseconds: the first statement takes the parser seconds, and other programs may need the processor. */
const TIMEOUT = 300_000;

const written = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\/sqlserver(?:\.cohort)?\.sql$/.test(path))
  .sort();

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('the T-SQL grammar', () => {
  it.each(written)('accepts %s', { timeout: TIMEOUT }, (path) => {
    expect(mistakesIn(read(path))).toEqual([]);
  });

  it('is asked again about a file that has changed since it was accepted', { timeout: TIMEOUT }, () => {
    const [text = ''] = written.map(read).filter(isAccepted);
    expect(mistakesIn(text)).toEqual([]);
    expect(isAccepted(`${text} limit 2`)).toBe(false);
    expect(mistakesIn(`${text} limit 2`)).not.toEqual([]);
  });

  it.each([
    'select [id] from [t] limit 2',
    'select [id] from [t] where true',
    'select [id] from [t] where ([a], [b]) > (1, 2)',
    'insert into [t] ([a]) values (1) returning [a]',
    'select (select [a] from [t] union all select [b] from [u] for json path) as [j]',
  ])('rejects %s', { timeout: TIMEOUT }, (statement) => {
    expect(mistakesIn(statement)).not.toEqual([]);
  });
});
