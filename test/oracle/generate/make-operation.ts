import { Kind, OperationTypeNode } from 'graphql';
import type { Store } from '../naive/store.ts';
import type { Coverage } from './coverage.ts';
import type { CursorSet, Fragment, Generation } from './generation.ts';
import { makeSelections } from './make-selections.ts';
import { nameNode, selectionSet } from './nodes.ts';
import { type Operation, prune } from './prune.ts';
import type { Random } from './random.ts';
import { Scope } from './scope.ts';
import { queryType } from './selectable.ts';
import type { Shape } from './shape.ts';
import { Variables } from './variables.ts';

/** Input of the generator. */
export interface Ingredients {
  readonly random: Random;
  readonly coverage: Coverage;
  readonly shape: Shape;
  readonly store: Store;
  readonly cursorSets: readonly CursorSet[];
}

/** Stays below the size limits of most services. */
const BUDGET = { fields: 30, aliases: 20, filters: 40 };

/** Generates a random query that is valid for the schema. */
export function makeOperation(ingredients: Ingredients): Operation {
  const { random } = ingredients;
  const generation = startGeneration(ingredients);
  const target = { type: queryType, scope: new Scope(), level: { depth: 0, rows: 1 } };
  const selections = makeSelections(generation, target);
  const operation = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    ...(random.chance(0.3) && { name: nameNode(random.pick(['Q', 'query', 'select', 'constructor'])) }),
    variableDefinitions: generation.variables.definitions(),
    selectionSet: selectionSet(selections),
  } as const;
  const fragments = generation.fragments.map(({ definition }) => definition);
  const definitions = random.chance(0.5) ? [operation, ...fragments] : [...fragments, operation];
  return prune({ document: { kind: Kind.DOCUMENT, definitions }, variables: generation.variables.sent() });
}

/** Creates the shared state of a new operation. */
export function startGeneration(ingredients: Ingredients): Generation {
  const fragments: Fragment[] = [];
  return { ...ingredients, variables: new Variables(), fragments, budget: { ...BUDGET } };
}
