import { type ConstValueNode, Kind, OperationTypeNode } from 'graphql';
import { type Ingredients, startGeneration } from './make-operation.ts';
import { isOrderable, makeConstantOrder } from './make-order.ts';
import { argumentNode, fieldNode, intNode, listNode, selectionSet } from './nodes.ts';
import type { Operation } from './prune.ts';
import type { EntityShape } from './shape.ts';

/** An operation that fetches cursors of one entity and order; each root is a page of one row. */
export interface Probe {
  readonly entity: string;
  readonly orderBy: ConstValueNode;
  readonly operation: Operation;
}

const ORDERS = 6;

/** Generates operations that fetch cursors from the service; empty without connections. */
export function makeProbes(ingredients: Ingredients): readonly Probe[] {
  const { random, shape } = ingredients;
  return [...shape.entities.values()].flatMap((entity) =>
    entity.connection === undefined || entity.entity.key.length === 0
      ? []
      : random.times(ORDERS, (index) => makeProbe(ingredients, entity, entity.connection ?? '', index === 0)),
  );
}

function makeProbe(ingredients: Ingredients, shape: EntityShape, connection: string, plain: boolean): Probe {
  const { random, store } = ingredients;
  const isPlain = plain || !isOrderable(shape);
  const orderBy = isPlain ? listNode([]) : makeConstantOrder(startGeneration(ingredients), shape);
  const last = store.rows(shape.entity).length - 1;
  const offsets = [0, 1, last, ...random.times(4, () => random.int(0, Math.max(0, last)))];
  const pages = offsets.map((offset, index) => ({
    ...fieldNode(connection, `page${index}`, [
      ...(isOrderable(shape) ? [argumentNode('orderBy', orderBy)] : []),
      argumentNode('first', intNode(1)),
      argumentNode('offset', intNode(Math.max(0, offset))),
    ]),
    selectionSet: selectionSet([fieldNode('startCursor'), fieldNode('endCursor')]),
  }));
  const definition = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    selectionSet: selectionSet(pages),
  } as const;
  const document = { kind: Kind.DOCUMENT, definitions: [definition] } as const;
  return { entity: shape.entity.name, orderBy, operation: { document, variables: new Map() } };
}
