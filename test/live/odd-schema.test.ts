import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOddDatabase } from '../fixtures/odd/create-odd-database.ts';
import { startWalk, type Walk } from './walk/start-walk.ts';
import { walkFields } from './walk/walk-all.ts';
import { walkFilter } from './walk/walk-filters.ts';
import { walkGroups } from './walk/walk-groups.ts';
import { walkPages } from './walk/walk-pages.ts';
import { type Described, walkCollection, walkRead } from './walk/walk-reads.ts';
import { walkReferences } from './walk/walk-references.ts';
import { walkItems } from './walk/walk-writes.ts';
import { askRest } from './walk/walked.ts';

/** A database of anybody's to walk over in place of the odd one. Rows are written as they are: name a copy. */
const given = process.env.JOINERY_WALK;

const TIMEOUT_MS = given === undefined ? 120_000 : 3_600_000;

let walk: Walk;
beforeAll(async () => {
  walk = await startWalk(given ?? (await createOddDatabase('odd_schema')));
}, TIMEOUT_MS);
afterAll(() => walk?.close());

describe('every column of every entity', { timeout: TIMEOUT_MS }, () => {
  it('is there, or the service said at start why not', async () => {
    expect(walk.complaints).toEqual([]);
    const said = walk.told.map(({ path, message }) => `${path.join('.')} ${message}`);
    const isTold = (entity: string, column: string): boolean =>
      said.some((line) => line.includes(entity) && line.includes(column));
    const missing = walk.entities.flatMap(({ published: { entity, relation, fields } }) =>
      relation.columns.flatMap(({ name }) =>
        fields.some(({ column }) => column.name === name) || isTold(entity, name) ? [] : [`${entity}.${name}`],
      ),
    );
    expect(missing).toEqual([]);
    const untold = walk.refused.filter(({ entity }) => !said.some((line) => line.includes(entity)));
    expect(untold).toEqual([]);
    // What is refused for good cannot be read by anybody.
    for (const { relation } of walk.refused) {
      await expect(walk.pool.query(`select 1 from ${relation.sql} limit 0`)).rejects.toThrow();
    }
  });

  it.runIf(given === undefined)('is of many kinds, and has values to be tried with', () => {
    const { relations, entities, refused } = walk;
    const fields = entities.flatMap(({ published }) => published.fields);
    expect(relations.filter(({ kind }) => kind === 'r' || kind === 'p').length).toBeGreaterThanOrEqual(80);
    expect(fields.length).toBeGreaterThanOrEqual(690);
    expect(new Set(fields.map(({ column }) => column.type)).size).toBeGreaterThanOrEqual(110);
    // Nothing to read is in a table and a view without columns, and in a view without data.
    expect(relations.length - entities.length - refused.length).toBe(3);
    expect(entities.filter(({ published }) => published.update !== undefined).length).toBeGreaterThanOrEqual(75);
    const empty = entities.flatMap(({ published: { entity, fields: own }, items }) =>
      own.filter(({ name }) => items.every((item) => item[name] === null)).map(({ name }) => `${entity}.${name}`),
    );
    expect(empty).toEqual([]);
  });

  it('is read as the database has it', async () => {
    expect(await walkFields(walk, walkRead)).toEqual([]);
  });

  it('is read over REST as over GraphQL, and described', async () => {
    const described = (await askRest(walk.rest, '/api/openapi.json')) as unknown as Described;
    for (const walked of walk.entities) await walkCollection(walked, described);
    expect(walk.complaints.splice(0)).toEqual([]);
  });

  it('is filtered by its own values', async () => {
    expect(await walkFields(walk, walkFilter)).toEqual([]);
  });

  it('is ordered by and paged over', async () => {
    expect(await walkFields(walk, walkPages)).toEqual([]);
  });

  it('is grouped by', async () => {
    expect(await walkFields(walk, walkGroups)).toEqual([]);
  });

  it('leads where its foreign keys lead', async () => {
    for (const walked of walk.entities) await walkReferences(walked);
    expect(walk.complaints.splice(0)).toEqual([]);
  });

  it('is written back as it was read', async () => {
    for (const walked of walk.entities) await walkItems(walked);
    expect(walk.complaints.splice(0)).toEqual([]);
  });
});
