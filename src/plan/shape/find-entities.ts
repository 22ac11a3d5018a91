import { assertNever } from '../../base/invariant.ts';
import type { Change } from './changes.ts';
import type { Plan, Root } from './plan.ts';
import type { Operand, Predicate, Source, Via } from './predicate.ts';
import type { Connection, OrderTerm, Rows, Selection } from './rows.ts';

/** Includes entities in filters, orders, policies, and junctions. */
export const findEntities = ({ roots }: Plan): readonly string[] => [...new Set(roots.flatMap(ofRoot))];

type Names = readonly string[];

function ofRoot(root: Root): Names {
  switch (root.kind) {
    case 'one':
    case 'list':
      return ofRows(root.rows);
    case 'connection':
      return ofConnection(root.connection);
    case 'change':
      return ofChange(root.change);
    case 'call':
      return [root.call.entity.name];
    case 'typename':
    case 'introspection':
      return [];
    default:
      return assertNever(root);
  }
}

const ofChange = ({ writes, answer }: Change): Names => [
  ...writes.flatMap((write) => [
    ...(write.entity === undefined ? [] : [write.entity.name]),
    ...('where' in write ? ofPredicate(write.where) : []),
    ...('check' in write ? ofPredicate(write.check?.predicate) : []),
  ]),
  ...(answer.kind === 'one' ? ofRows(answer.rows) : []),
  ...(answer.kind === 'many'
    ? answer.members.flatMap((member) =>
        member.kind === 'items' && member.rows !== undefined ? ofRows(member.rows) : [],
      )
    : []),
];

const ofSource = ({ entity, visible, via }: Source): Names => [entity.name, ...ofPredicate(visible), ...ofVia(via)];

function ofVia(via: Via | undefined): Names {
  const junction = via?.link.through?.entity;
  return [...(junction === undefined ? [] : [junction]), ...ofPredicate(via?.junctionVisible)];
}

const ofRows = (rows: Rows & { readonly order?: readonly OrderTerm[] }): Names => [
  ...ofSource(rows),
  ...ofPredicate(rows.filter),
  ...ofOrder(rows.order),
  ...ofSelection(rows.selection),
];

const ofConnection = (connection: Connection): Names => [
  ...ofSource(connection),
  ...ofPredicate(connection.filter),
  ...ofOrder(connection.order),
  ...connection.members.flatMap((member) => (member.kind === 'items' ? ofSelection(member.selection) : [])),
];

const ofOrder = (order: readonly OrderTerm[] = []): Names => order.flatMap(({ path }) => path.flatMap(ofSource));

function ofSelection(selection: Selection): Names {
  return selection.flatMap(({ value }): Names => {
    switch (value.kind) {
      case 'one':
      case 'list':
        return ofRows(value.rows);
      case 'connection':
        return ofConnection(value.connection);
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

function ofPredicate(predicate: Predicate | undefined): Names {
  switch (predicate?.kind) {
    case undefined:
    case 'constant':
    case 'unknown':
    case 'matches':
      return [];
    case 'and':
    case 'or':
      return predicate.members.flatMap(ofPredicate);
    case 'not':
      return ofPredicate(predicate.member);
    case 'when':
      return [...ofPredicate(predicate.condition), ...ofPredicate(predicate.member)];
    case 'exists':
      return [...ofSource(predicate), ...ofPredicate(predicate.filter)];
    case 'compare':
      return [...ofOperand(predicate.left), ...ofOperand(predicate.right)];
    case 'in':
    case 'isNull':
    case 'arrayContains':
    case 'like':
      return ofOperand(predicate.operand);
    case 'fullText':
      return ofOperand(predicate.document);
    default:
      return assertNever(predicate);
  }
}

function ofOperand(operand: Operand): Names {
  switch (operand.kind) {
    case 'field':
      return operand.path.flatMap(ofSource);
    case 'call':
      return ofOperand(operand.argument);
    case 'jsonPath':
      return ofOperand(operand.json);
    // An aggregate reads only rows of its group.
    case 'aggregate':
    case 'value':
      return [];
    default:
      return assertNever(operand);
  }
}
