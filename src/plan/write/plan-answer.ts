import type { Entity } from '../../model/model.ts';
import type { SelectedField } from '../../operation/operation.ts';
import { type PlanContext, readableSource } from '../plan-context.ts';
import { planOrder } from '../read/plan-order.ts';
import { planRowMetadata, planSelection } from '../read/plan-rows.ts';
import type { BulkChangeMember, ChangeAnswer } from '../shape/changes.ts';
import type { PagedRows, RowMetadata } from '../shape/rows.ts';
import type { Amount } from '../shape/slot.ts';
import { isPermitted } from './change-rights.ts';
import { keyArguments } from './plan-assignments.ts';

/** @throws ApiError Forbidden for fields that the role may not read */
export function answerOne(
  entity: Entity,
  selected: SelectedField,
  writeIds: readonly number[],
  context: PlanContext,
): ChangeAnswer {
  if (!isPermitted(entity, 'read', context)) return { kind: 'nothing' };
  const rows = {
    ...readableSource(entity.name, context),
    selection: planSelection(entity, selected.fields, context),
  };
  const metadata = selected.metadata && planRowMetadata(entity, selected.metadata, context);
  const answer = { kind: 'one', of: writeIds, rows, ...(metadata && { metadata }) } as const;
  const hasKeyArgument = entity.key.some(({ graphqlName }) => selected.arguments.has(graphqlName));
  if (!hasKeyArgument || assignsKey(entity, selected)) return answer;
  const key = keyArguments(entity, selected.arguments).map(
    ({ field, source }) => ({ source, use: { kind: 'value', type: field.type } }) as const,
  );
  return { ...answer, key };
}

/**
 * Marks the key of a created row as unfiltered, so that it is returned even if a policy hides the row. `answerOne` has
 * checked the field rights.
 */
export function withUnfilteredKey(answer: ChangeAnswer, entity: Entity, { model }: PlanContext): ChangeAnswer {
  if (answer.kind !== 'one' || answer.metadata === undefined) return answer;
  if (!model.locatesHiddenRows || answer.rows.visible === undefined) return answer;
  const isKey = ({ value }: RowMetadata) =>
    value.kind === 'field' && entity.key.some(({ name }) => name === value.field.name);
  return {
    ...answer,
    metadata: answer.metadata.map((member) => (isKey(member) ? { ...member, unfiltered: true } : member)),
  };
}

function assignsKey(entity: Entity, selected: SelectedField): boolean {
  const item = selected.arguments.get('item');
  const names = item?.kind === 'object' ? item.entries.map(([name]) => name) : [];
  return entity.key.some(({ graphqlName }) => names.includes(graphqlName));
}

/** @param size maximum number of rows */
export function answerMany(
  entity: Entity,
  selected: SelectedField,
  writeIds: readonly number[],
  { context, size, ordered }: { readonly context: PlanContext; readonly size: Amount; readonly ordered: boolean },
): ChangeAnswer {
  const rowsOf = (items: SelectedField): { rows?: PagedRows } => {
    if (!isPermitted(entity, 'read', context)) return {};
    const selection = planSelection(entity, items.fields, context);
    const order = ordered ? planOrder(entity, undefined, context) : [];
    return { rows: { ...readableSource(entity.name, context), order, page: { size }, selection } };
  };
  const members = selected.fields.map((member): BulkChangeMember => {
    const { key, name } = member;
    if (name === '__typename') return { kind: 'typename', key, name: entity.graphql.types.changes };
    return name === 'affected' ? { kind: 'affected', key } : { kind: 'items', key, ...rowsOf(member) };
  });
  return { kind: 'many', of: writeIds, members, ...(selected.metadata && { metadata: true }) };
}
