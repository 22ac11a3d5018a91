import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOddDatabase } from '../fixtures/odd/create-odd-database.ts';
import { fillKey, postJson, readModel, runExample } from '../http/support/console-examples.ts';
import { startWalk, type Walk } from './walk/start-walk.ts';
import { walkFields, walkSomeFields } from './walk/walk-all.ts';
import { walkFilter } from './walk/walk-filters.ts';
import { walkGroups } from './walk/walk-groups.ts';
import { walkPages } from './walk/walk-pages.ts';
import { type Described, walkCollection, walkRead } from './walk/walk-reads.ts';
import { walkReferences } from './walk/walk-references.ts';
import { walkItems } from './walk/walk-writes.ts';
import { requestRest } from './walk/walked.ts';

/** A database to walk instead of the odd one. The walk modifies its rows: pass a copy. */
const url = process.env.JOINERY_WALK;

const TIMEOUT_MS = url === undefined ? 120_000 : 3_600_000;

let walk: Walk;
beforeAll(async () => {
  walk = await startWalk(url ?? (await createOddDatabase('odd_schema')));
}, TIMEOUT_MS);
afterAll(() => walk?.close());

describe('every column of every entity', { timeout: TIMEOUT_MS }, () => {
  it('is served, or reported at startup', async () => {
    expect(walk.reports).toEqual([]);
    const messages = walk.problems.map(({ path, message }) => `${path.join('.')} ${message}`);
    const isReported = (entity: string, column: string): boolean =>
      messages.some((line) => line.includes(entity) && line.includes(column));
    const missing = walk.entities.flatMap(({ published: { entity, relation, fields } }) =>
      relation.columns.flatMap(({ name }) =>
        fields.some(({ column }) => column.name === name) || isReported(entity, name) ? [] : [`${entity}.${name}`],
      ),
    );
    expect(missing).toEqual([]);
    const unreported = walk.refused.filter(({ entity }) => !messages.some((line) => line.includes(entity)));
    expect(unreported).toEqual([]);
    // Rejected columns cannot be read by anyone.
    for (const { relation } of walk.refused) {
      await expect(walk.pool.query(`select 1 from ${relation.sql} limit 0`)).rejects.toThrow();
    }
  });

  it.runIf(url === undefined)('has many types, and values for filters', () => {
    const { relations, entities, refused } = walk;
    const fields = entities.flatMap(({ published }) => published.fields);
    expect(relations.filter(({ kind }) => kind === 'r' || kind === 'p').length).toBeGreaterThanOrEqual(80);
    expect(fields.length).toBeGreaterThanOrEqual(690);
    expect(new Set(fields.map(({ column }) => column.type)).size).toBeGreaterThanOrEqual(110);
    // There is nothing to read in a table or view without columns, and in a view without data.
    expect(relations.length - entities.length - refused.length).toBe(3);
    expect(entities.filter(({ published }) => published.update !== undefined).length).toBeGreaterThanOrEqual(75);
    const empty = entities.flatMap(({ published: { entity, fields }, items }) =>
      fields.filter(({ name }) => items.every((item) => item[name] === null)).map(({ name }) => `${entity}.${name}`),
    );
    expect(empty).toEqual([]);
  });

  it('is read with the values of the database', async () => {
    expect(await walkFields(walk, walkRead)).toEqual([]);
  });

  it('is read over REST as over GraphQL, and described in OpenAPI', async () => {
    const described = (await requestRest(walk.rest, '/api/openapi.json')) as unknown as Described;
    for (const walked of walk.entities) await walkCollection(walked, described);
    expect(walk.reports.splice(0)).toEqual([]);
  });

  it('is filtered by its own values', async () => {
    expect(await walkSomeFields(walk, walkFilter)).toEqual([]);
  });

  it('is ordered and paged', async () => {
    expect(await walkSomeFields(walk, walkPages)).toEqual([]);
  });

  it('is grouped', async () => {
    expect(await walkSomeFields(walk, walkGroups)).toEqual([]);
  });

  it('follows its foreign keys', async () => {
    for (const walked of walk.entities) await walkReferences(walked);
    expect(walk.reports.splice(0)).toEqual([]);
  });

  it('can be written back unchanged', async () => {
    for (const walked of walk.entities) await walkItems(walked);
    expect(walk.reports.splice(0)).toEqual([]);
  });

  it('has working examples in the console', async () => {
    const { rest } = walk;
    const failures: string[] = [];
    let count = 0;
    for (const { examples } of (await readModel(rest, '')).entities) {
      for (const example of examples) {
        count += 1;
        if (!example.isChange) failures.push(...(await runExample(rest, example, '')));
        else {
          const { lacksKey, graphql } = await fillKey(rest, example, '');
          if (lacksKey || graphql === undefined) continue;
          const { status, text } = await postJson(rest, '/console/explain.json', graphql, '');
          if (status !== 200) failures.push(`${graphql.query}: ${text}`);
        }
      }
    }
    expect(failures.filter((failure) => !failure.includes('has not been populated'))).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });
});
