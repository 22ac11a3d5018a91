import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../src/base/errors.ts';
import { describeError } from '../../src/cli/describe-error.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const MESSAGE =
  'The catalog of the database cannot be read within 1000 ms, the "data-source.statement-timeout-ms". Another session may have locked a table';

describe('a start while a table is locked', () => {
  const entities = { Thing: { source: 'things', permissions: [{ role: 'anonymous', actions: ['read'] }] } };

  it.each([
    ['entities', { entities }],
    ['autoentities', { autoentities: { all: { permissions: entities.Thing.permissions } }, entities: {} }],
  ])('fails after a limited time, and says what to do: %s', async (name, config) => {
    const url = await createDatabase('postgres', `locked_at_start_${name}`, []);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    // PostgreSQL locks a table to print its defaults.
    await client.query('create table things (id int primary key, at timestamptz not null default now())');
    const boot = () =>
      bootFile({
        'data-source': {
          'database-type': 'postgresql',
          'connection-string': url,
          'statement-timeout-ms': 1000,
        },
        ...config,
      });
    await client.query('begin; lock table things in access exclusive mode');
    const error = await boot().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'Unavailable' });
    expect(describeError(error, process)).toContain(MESSAGE);
    expect(describeError(error, process)).not.toContain('unreachable');
    await client.query('rollback');
    await (await boot()).close();
  });
});
