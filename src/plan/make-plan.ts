import { refuse } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Operation, SelectedField } from '../operation/operation.ts';
import type { Plan, Root } from './plan.ts';
import { planConnection } from './plan-connection.ts';
import { planItem, planList } from './plan-rows.ts';
import { type Planning, readableSource } from './planning.ts';

/**
 * What the operation asks of a store, for one role.
 * @throws Refusal Forbidden for what the role may not read, BadRequest for arguments that do not go together
 */
export function makePlan(operation: Operation, planning: Planning): Plan {
  invariant(operation.kind === 'query', 'only queries are planned');
  return { roots: operation.fields.map((field) => planRoot(field, planning)) };
}

function planRoot(selected: SelectedField, planning: Planning): Root {
  const { key, name } = selected;
  if (name === '__typename') return { kind: 'typename', key, name: 'Query' };
  const root = planning.model.rootFields.get(name);
  // What is no entity's is the schema's own: __schema, __type, and the placeholder of an empty schema.
  if (root === undefined) return { kind: 'introspection', key };
  const source = readableSource(root.entity.name, planning);
  switch (root.kind) {
    case 'one':
      return { kind: 'one', key, rows: planItem(source, selected, planning) };
    case 'list':
      return { kind: 'list', key, rows: planList(source, selected, planning) };
    case 'connection':
      return { kind: 'connection', key, connection: planConnection(source, selected, planning) };
    default:
      return refuse('OperationNotOffered', 'Changes are not made yet.');
  }
}
