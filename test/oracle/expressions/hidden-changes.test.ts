import { describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../support/create-database.ts';
import { type ServerName, serverNames } from '../../support/server-names.ts';
import { describeOn, shopUrl } from '../../support/servers.ts';
import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import type { Dataset, Entity, Row, Value } from '../naive/entity.ts';
import { readDataset } from '../naive/read-dataset.ts';
import { Store } from '../naive/store.ts';
import { runStatements } from '../non-interference/run-statements.ts';
import { shop } from '../shop.ts';
import { shopOn } from '../shop-on.ts';
import { bootRoles, EVERYTHING } from './boot-roles.ts';
import { applyChanges, makeHiddenChanges, type RowChange } from './hidden-changes.ts';
import { makeRole, type Role, visibleTo, withoutColumns } from './role.ts';
import { runAs } from './run-as.ts';
import { generatedColumns, shopRules } from './shop-rules.ts';
import { writeChanges } from './write-changes.ts';

const tables = ({ entities }: Dataset): readonly Entity[] =>
  entities.filter(({ name }) => !shopRules.views.includes(name));

/** Returns a role that sees some rows of each entity, and changes it must not notice. */
function makeCase(dataset: Dataset, seed: number): { role: Role; changes: readonly RowChange[] } {
  const random = new Random(seed);
  const generated = makeRole('r0', dataset, { random, coverage: new Coverage([]), store: new Store(dataset) });
  const role = { ...generated, denied: shopRules.views };
  return { role, changes: makeHiddenChanges(dataset, role, { random, rules: shopRules, count: 80 }) };
}

async function changedDatabase(server: ServerName, changes: readonly RowChange[]): Promise<string> {
  const url = await createDatabase(server, 'shop_changed', 'shop');
  await runStatements(server, url, writeChanges(changes, server, generatedColumns));
  return url;
}

/** Reads everything of a table that the role can read. */
async function readAll(server: ServerName, url: string, role: Role, dataset: Dataset): Promise<readonly string[]> {
  const application = await bootRoles({ server, url, prepared: true }, [role]);
  if (!('answer' in application)) throw new Error(JSON.stringify(application));
  const run = runAs(application, role.name, role.caller);
  const visible = visibleTo(role, role.caller, dataset);
  try {
    return await Promise.all(
      visible.entities.map(async ({ list, fields }) => {
        const { data, errors } = await run(
          `{ ${list}(first: ${EVERYTHING}) { ${fields.map(({ name }) => name).join(' ')} } }`,
          '{}',
        );
        return data ?? JSON.stringify(errors);
      }),
    );
  } finally {
    await application.close();
  }
}

const plainRow = (row: Row): string =>
  JSON.stringify(row, (_key, value: Value) => {
    if (value instanceof Decimal) return value.text;
    return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
  });

describe('changes of hidden data', () => {
  it('keep the visible rows of the role, and cover all kinds', async () => {
    const dataset = await readDataset(inject('postgres'), shop);
    let updatesOfVisibleRows = 0;
    const all = [1, 2, 3].flatMap((seed) => {
      const { role, changes } = makeCase(dataset, seed);
      const [before, after] = [dataset, applyChanges(dataset, changes)].map((data) =>
        visibleTo(role, role.caller, data),
      );
      for (const { name, fields } of visibleTo(role, role.caller, dataset).entities) {
        const [then, now] = [before, after].map((visible) =>
          (visible?.rows.get(name) ?? []).map((row) =>
            plainRow(Object.fromEntries(fields.map((field) => [field.name, row[field.name] ?? null]))),
          ),
        );
        expect(now).toEqual(then);
      }
      const visibleRows = new Set([...(before?.rows.values() ?? [])].flat());
      updatesOfVisibleRows += changes.filter(({ kind, row }) => kind === 'update' && visibleRows.has(row)).length;
      return changes;
    });
    const kinds = Map.groupBy(all, ({ kind }) => kind);
    expect(kinds.get('update')?.length).toBeGreaterThan(40);
    expect(updatesOfVisibleRows).toBeGreaterThan(5);
    expect(kinds.get('insert')?.length).toBeGreaterThan(10);
    expect(kinds.get('delete')?.length).toBeGreaterThan(2);
  });

  it('match the effects of their statements', async () => {
    const dataset = await readDataset(inject('postgres'), shop);
    const { changes } = makeCase(dataset, 4);
    const expected = applyChanges(dataset, changes);
    const found = await readDataset(await changedDatabase('postgres', changes), shop);
    for (const { name } of tables(dataset)) {
      const [expectedRows, read] = [expected, found].map(({ rows }) => (rows.get(name) ?? []).map(plainRow).sort());
      expect(read).toEqual(expectedRows);
    }
  });
});

describe.each(serverNames.map((server) => ({ server })))('changes of hidden data on $server', ({ server }) => {
  describeOn(server, 'in the shop', () => {
    it('do not affect responses', async () => {
      const dataset = withoutColumns(await readDataset(inject('postgres'), shop), shopOn[server].missing);
      const { role, changes } = makeCase(dataset, 6);
      const answers = [shopUrl(server), await changedDatabase(server, changes)].map((url) =>
        readAll(server, url, role, dataset),
      );
      const [then, now] = await Promise.all(answers);
      expect(changes.length).toBeGreaterThan(20);
      expect(now).toEqual(then);
      expect(then?.filter((answer) => answer.length > 1000).length).toBeGreaterThan(4);
    });
  });
});
