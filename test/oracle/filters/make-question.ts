import type { Condition } from '../expressions/expression.ts';
import { makeUseful } from '../expressions/role.ts';
import type { Coverage } from '../generate/coverage.ts';
import type { Random } from '../generate/random.ts';
import type { Entity } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import type { Question, Under } from './question.ts';

/** Probabilities. */
const UNDER = 0.3;
const ALL_FIELDS = 0.05;

const PARENTS_TOO = 0.4;

interface QuestionContext {
  readonly random: Random;
  readonly store: Store;
  readonly coverage: Coverage;
  readonly suits: (condition: Condition) => boolean;
}

/** Generates a query: some fields of an entity, as a collection or nested, with or without a filter of the parents. */
export function makeQuestion(entity: Entity, context: QuestionContext): Question {
  const { random, store } = context;
  const all = random.chance(ALL_FIELDS);
  const others = entity.fields.map(({ name }) => name).filter((name) => !entity.key.includes(name));
  const fields = [...entity.key, ...others.filter(() => all || random.chance(2 / others.length))];
  const paths = store
    .entities()
    .flatMap((parent) =>
      parent.relationships
        .filter(({ many, target }) => many && target === entity.name)
        .map(({ name }): Under => ({ entity: parent, relationship: name, counted: false })),
    );
  if (paths.length === 0 || !random.chance(UNDER)) return { entity, fields };
  const under = { ...random.pick(paths), counted: random.chance(0.3) };
  if (!random.chance(PARENTS_TOO)) return { entity, fields, under };
  const parents = makeUseful(under.entity, { ...context, claims: undefined });
  return { entity, fields, under: { ...under, parents } };
}
