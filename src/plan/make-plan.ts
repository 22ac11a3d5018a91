import { invariant } from '../base/invariant.ts';
import type { CallField, ChangeField, RootField } from '../model/model.ts';
import type { Operation, SelectedField } from '../operation/operation.ts';
import { type Planning, readableSource } from './planning.ts';
import { planConnection } from './read/plan-connection.ts';
import { planItem, planList } from './read/plan-rows.ts';
import { planRowFacts } from './read/plan-selection.ts';
import type { Plan, Root } from './shape/plan.ts';
import { checkNewRows } from './write/check-new-rows.ts';
import { planCall } from './write/plan-call.ts';
import { planChange } from './write/plan-change.ts';
import type { Creating } from './write/plan-create.ts';

/**
 * What the operation asks of a store, for one role. Planning is one walk, no chain of passes: each `plan-*.ts` turns one part of the
 * Operation into one part of the Plan.
 * @param apart response keys of fields of its one root that are told beside its value; absent where all stand in the value
 * @throws Refusal Forbidden for what the role may not read, BadRequest for arguments that do not go together
 */
export function makePlan(operation: Operation, planning: Planning, apart?: readonly string[]): Plan {
  invariant(operation.kind !== 'subscription', 'subscriptions are not planned');
  let writes = 0;
  const nextId = () => {
    writes += 1;
    return writes - 1;
  };
  const typename = operation.kind === 'query' ? 'Query' : 'Mutation';
  const fields = apart === undefined ? operation.fields : [setApart(operation.fields, apart)];
  const roots = fields.map((field) => planRoot(field, typename, { ...planning, nextId }));
  checkNewRows(roots, planning.model);
  return { roots };
}

function setApart([root, ...others]: Operation['fields'], keys: readonly string[]): SelectedField {
  invariant(root && others.length === 0, 'facts are told of one root');
  const { fields = [], apart = [] } = Object.groupBy(root.fields, ({ key }) =>
    keys.includes(key) ? 'apart' : 'fields',
  );
  return { ...root, fields, apart };
}

function planRoot(selected: SelectedField, typename: string, planning: Creating): Root {
  const { key, name } = selected;
  if (name === '__typename') return { kind: 'typename', key, name: typename };
  const root = planning.model.rootFields.get(name);
  // What is no entity's is the schema's own: __schema, __type, and the placeholder of an empty schema.
  if (root === undefined) return { kind: 'introspection', key, field: selected };
  if (root.kind === 'execute') return { kind: 'call', key, call: planCall(root.entity, selected, planning) };
  if (isChange(root)) return { kind: 'change', key, change: planChange(root, selected, planning) };
  const source = readableSource(root.entity.name, planning);
  switch (root.kind) {
    case 'one':
      return {
        kind: 'one',
        key,
        rows: planItem(source, selected, planning),
        ...(selected.apart && { apart: planRowFacts(root.entity, selected.apart, planning) }),
      };
    case 'list':
      return { kind: 'list', key, rows: planList(source, selected, planning) };
    case 'connection':
      return {
        kind: 'connection',
        key,
        connection: planConnection(source, selected, planning),
        ...(selected.apart && { apart: true }),
      };
  }
}

const isChange = (root: Exclude<RootField, CallField>): root is ChangeField =>
  root.kind !== 'one' && root.kind !== 'list' && root.kind !== 'connection';
