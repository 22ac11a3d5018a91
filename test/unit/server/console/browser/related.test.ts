import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type {
  ConsoleEntity,
  ConsoleField,
  ConsoleRelationship,
} from '../../../../../src/server/console/console-data.ts';

type RelatedLinks = typeof import('../../../../../src/server/console/browser/views/data/related.ts').relatedLinks;

let relatedLinks: RelatedLinks;
beforeAll(async () => {
  // The router reads the address of the page when it is imported.
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  ({ relatedLinks } = await import('../../../../../src/server/console/browser/views/data/related.ts'));
});
afterAll(() => vi.unstubAllGlobals());

const id: ConsoleField = {
  name: 'id',
  column: 'id',
  type: 'Int',
  scalar: 'Int',
  isList: false,
  nullable: false,
  hasDefault: false,
  generated: 'no',
  isReadable: true,
  filter: 'IntFilterInput',
  isSortable: true,
};

const entityOf = (name: string, relationships: readonly ConsoleRelationship[]): ConsoleEntity => ({
  name,
  source: { kind: 'table', name },
  key: ['id'],
  fields: [id],
  parameters: [],
  relationships,
  isReachable: true,
  rights: {},
  examples: [],
});

const through = (name: string, target: string, from: string, to: string): ConsoleRelationship => ({
  name,
  target,
  many: true,
  on: [
    ['id', from],
    [to, 'id'],
  ],
  through: 'public.links',
});

const conditionsOf = (entity: ConsoleEntity, others: readonly ConsoleEntity[] = []): readonly unknown[] =>
  relatedLinks(entity, { id: 3 }, new Map([entity, ...others].map((each) => [each.name, each]))).map(
    ({ relationship, target }) => [relationship.name, new URLSearchParams(target.split('?')[1]).getAll('where')],
  );

it('links related rows of the same entity by the opposite direction of the junction', () => {
  const user = entityOf('User', [
    through('followeds', 'User', 'follower_id', 'followed_id'),
    through('followers', 'User', 'followed_id', 'follower_id'),
  ]);
  expect(conditionsOf(user)).toEqual([
    ['followeds', ['followers/id~eq~3']],
    ['followers', ['followeds/id~eq~3']],
  ]);
});

it('distinguishes relationships that use other columns of the same junction', () => {
  const person = entityOf('Person', [
    through('owned', 'Project', 'owner_id', 'project_id'),
    through('reviewed', 'Project', 'reviewer_id', 'project_id'),
  ]);
  const project = entityOf('Project', [
    through('owners', 'Person', 'project_id', 'owner_id'),
    through('reviewers', 'Person', 'project_id', 'reviewer_id'),
  ]);
  expect(conditionsOf(person, [project])).toEqual([
    ['owned', ['owners/id~eq~3']],
    ['reviewed', ['reviewers/id~eq~3']],
  ]);
});

it('has no link through a junction without a relationship in the opposite direction', () => {
  expect(conditionsOf(entityOf('User', [through('followeds', 'User', 'follower_id', 'followed_id')]))).toEqual([]);
});
