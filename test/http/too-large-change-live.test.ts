import { expect, onTestFinished, test } from 'vitest';
import { server } from '../support/server.ts';
import { serveTables } from './support/serve-tables.ts';

const SQL = `create table items (id int primary key, name text default repeat('x', 68 * 1024 * 1024))`;

test.skipIf(!server.has('largeStringResults'))(
  'a write whose result does not fit into memory returns OutcomeUnknown',
  async () => {
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    const tables = await serveTables('too_large_change', SQL, { Item: { source: 'items', permissions } });
    onTestFinished(() => tables.close());
    const { status, code } = await tables.error('mutation { createItem(item: { id: 1 }) { id name } }');
    const answer = await fetch(`${tables.origin}/api/Item`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":2}',
    });
    const error = (await answer.json()).error;
    expect([answer.status, answer.headers.get('retry-after'), error.code]).toEqual([503, null, 'OutcomeUnknown']);
    expect([status, code]).toEqual([503, 'OutcomeUnknown']);
    expect(error.message).toContain('Check the rows before you repeat');
  },
);
