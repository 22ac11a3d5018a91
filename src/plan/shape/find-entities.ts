import { assertNever } from '../../base/invariant.ts';
import type { Change } from './changes.ts';
import type { Plan, Root } from './plan.ts';
import type { Operand, Predicate, Source, Via } from './predicate.ts';
import type { Connection, OrderTerm, Rows, Selection } from './rows.ts';

/** Returns the names of the entities of a plan, including those in filters, orders, policies, and junctions. */
export const findEntities = ({ roots }: Plan): readonly string[] => [
  ...new Set(roots.flatMap(entitiesOfRoot).filter((name) => name !== undefined)),
];

/** Returns whether a plan reads a junction table without an entity. */
export const readsUnnamedTable = ({ roots }: Plan): boolean => roots.flatMap(entitiesOfRoot).includes(undefined);

/** Undefined stands for a junction table without an entity. */
type Names = readonly (string | undefined)[];

function entitiesOfRoot(root: Root): Names {
  switch (root.kind) {
    case 'one':
    case 'list':
      return entitiesOfRows(root.rows);
    case 'connection':
      return entitiesOfConnection(root.connection);
    case 'change':
      return entitiesOfChange(root.change);
    case 'call':
      return [root.call.entity.name];
    case 'typename':
    case 'introspection':
      return [];
    default:
      return assertNever(root);
  }
}

const entitiesOfChange = ({ writes, answer }: Change): Names => [
  ...writes.flatMap((write) => [
    ...(write.entity === undefined ? [] : [write.entity.name]),
    ...('where' in write ? entitiesOfPredicate(write.where) : []),
    ...('check' in write ? entitiesOfPredicate(write.check?.predicate) : []),
  ]),
  ...(answer.kind === 'one' ? entitiesOfRows(answer.rows) : []),
  ...(answer.kind === 'many'
    ? answer.members.flatMap((member) =>
        member.kind === 'items' && member.rows !== undefined ? entitiesOfRows(member.rows) : [],
      )
    : []),
];

const entitiesOfSource = ({ entity, visible, via }: Source): Names => [
  entity.name,
  ...entitiesOfPredicate(visible),
  ...entitiesOfVia(via),
];

function entitiesOfVia(via: Via | undefined): Names {
  const junction = via?.link.through;
  return [...(junction === undefined ? [] : [junction.entity]), ...entitiesOfPredicate(via?.junctionVisible)];
}

const entitiesOfRows = (rows: Rows & { readonly order?: readonly OrderTerm[] }): Names => [
  ...entitiesOfSource(rows),
  ...entitiesOfPredicate(rows.filter),
  ...entitiesOfOrder(rows.order),
  ...entitiesOfSelection(rows.selection),
];

const entitiesOfConnection = (connection: Connection): Names => [
  ...entitiesOfSource(connection),
  ...entitiesOfPredicate(connection.filter),
  ...entitiesOfOrder(connection.order),
  ...connection.members.flatMap((member) => (member.kind === 'items' ? entitiesOfSelection(member.selection) : [])),
];

const entitiesOfOrder = (order: readonly OrderTerm[] = []): Names =>
  order.flatMap(({ path }) => path.flatMap(entitiesOfSource));

function entitiesOfSelection(selection: Selection): Names {
  return selection.flatMap(({ value }): Names => {
    switch (value.kind) {
      case 'one':
      case 'list':
        return entitiesOfRows(value.rows);
      case 'connection':
        return entitiesOfConnection(value.connection);
      case 'field':
      case 'typename':
      case 'null':
      case 'hash':
        return [];
      default:
        return assertNever(value);
    }
  });
}

function entitiesOfPredicate(predicate: Predicate | undefined): Names {
  switch (predicate?.kind) {
    case undefined:
    case 'constant':
    case 'unknown':
    case 'matches':
      return [];
    case 'and':
    case 'or':
      return predicate.members.flatMap(entitiesOfPredicate);
    case 'not':
      return entitiesOfPredicate(predicate.member);
    case 'when':
      return [...entitiesOfPredicate(predicate.condition), ...entitiesOfPredicate(predicate.member)];
    case 'exists':
      return [...entitiesOfSource(predicate), ...entitiesOfPredicate(predicate.filter)];
    case 'compare':
      return [...entitiesOfOperand(predicate.left), ...entitiesOfOperand(predicate.right)];
    case 'in':
    case 'isNull':
    case 'arrayContains':
    case 'like':
      return entitiesOfOperand(predicate.operand);
    case 'fullText':
      return entitiesOfOperand(predicate.document);
    default:
      return assertNever(predicate);
  }
}

function entitiesOfOperand(operand: Operand): Names {
  switch (operand.kind) {
    case 'field':
      return operand.path.flatMap(entitiesOfSource);
    case 'call':
      return entitiesOfOperand(operand.argument);
    case 'jsonPath':
      return entitiesOfOperand(operand.json);
    // An aggregate reads only rows of its group.
    case 'aggregate':
    case 'value':
      return [];
    default:
      return assertNever(operand);
  }
}
