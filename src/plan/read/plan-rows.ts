import { refuse } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Entity, Field } from '../../model/model.ts';
import { searchedFields } from '../../model/visibility.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { checkOffset, checkSize } from '../../values/check-amount.ts';
import { fieldOf } from '../filter/field-of.ts';
import { ownField, planFilter, sourceOf } from '../filter/plan-filter.ts';
import { planWhere } from '../filter/plan-where.ts';
import { conjunction, disjunction, measure, unlessHidden } from '../filter/predicates.ts';
import { inArgument, mayReadField, type Planning, readableField } from '../planning.ts';
import type { Predicate, Source } from '../shape/predicate.ts';
import type { Page, PagedRows, Rows } from '../shape/rows.ts';
import type { Amount, Slot } from '../shape/slot.ts';
import { planOrder } from './plan-order.ts';
import { planSelection } from './plan-selection.ts';

/** A list of rows with its filter, order and page. */
export function planList(source: Source, selected: SelectedField, planning: Planning): PagedRows {
  const { entity } = source;
  return {
    ...source,
    ...filterOf(source, selected, planning),
    order: askedOrder(entity, selected, planning),
    page: planPage(selected, 'first', planning),
    selection: planSelection(entity, selected.fields, planning),
  };
}

/** The order that is asked for. @throws Refusal Forbidden for a field that the role may not read */
export const askedOrder = (entity: Entity, selected: SelectedField, planning: Planning): PagedRows['order'] =>
  inArgument('orderBy', () => planOrder(entity, selected.arguments.get('orderBy'), planning));

/** The row that the key arguments name. @throws Refusal Forbidden where the role may not read the key */
export function planItem(source: Source, selected: SelectedField, planning: Planning): Rows {
  const { entity } = source;
  const key = entity.key.map(({ name }): Predicate => {
    // Who asks by a value learns whether there is a row with it.
    const field = readableField(entity, name, planning);
    const argument = selected.arguments.get(field.documentName);
    invariant(argument, `the key argument ${field.documentName} is given`);
    const left = ownField(field);
    const named = fieldOf({ operand: left, type: field.type });
    const value = { source: sourceOf(argument), use: { kind: 'value', type: field.type, ...named } } as const;
    return { kind: 'compare', operator: 'eq', left, right: { kind: 'value', value } };
  });
  const filter = conjunction(key);
  return {
    ...source,
    ...(filter === undefined ? {} : { filter }),
    selection: planSelection(entity, selected.fields, planning),
  };
}

/** The filter of a list or connection, ready to be spread; nothing where it filters nothing. @throws Refusal LimitExceeded */
export function filterOf(
  { entity, visible }: Source,
  selected: SelectedField,
  planning: Planning,
): { filter?: Predicate } {
  const filter = conjunction([
    inArgument('filter', () => planFilter(entity, selected.arguments.get('filter'), planning)),
    planWhere(entity, selected.arguments.get('where'), planning),
    planSearch(entity, selected.arguments.get('search'), planning),
  ]);
  checkFilter(filter, selected, planning.model);
  return filter === undefined ? {} : { filter: unlessHidden(visible, filter) };
}

/**
 * That each word stands, in any case, in one of the texts that the role may read, or that the database's full-text search finds all words.
 * Undefined where there are no words.
 */
function planSearch(entity: Entity, value: Value | undefined, planning: Planning): Predicate | undefined {
  if (value?.kind !== 'words' || value.count === 0) return undefined;
  const fields = searchedFields(entity).filter((field) => mayReadField(entity, field, planning));
  const [documents, texts] = [true, false].map((is) => fields.filter(({ type }) => (type.fullText === true) === is));
  const { patternLength: max } = planning.model.limits;
  const words: Slot = { source: value.source, use: { kind: 'words', max } };
  const found = (documents ?? []).map((field): Predicate => ({ kind: 'fullText', document: ownField(field), words }));
  const inTexts = texts?.length === 0 && found.length > 0 ? [] : [planWords(value, texts ?? [], max)];
  return disjunction([...inTexts, ...found]);
}

function planWords(value: Extract<Value, { kind: 'words' }>, fields: readonly Field[], max: number): Predicate {
  const words = Array.from(
    { length: value.count },
    (_, index): Slot => ({ source: value.source, use: { kind: 'word', index, max } }),
  );
  const all = conjunction(
    words.map((pattern) =>
      disjunction(
        fields.map(
          (field): Predicate => ({ kind: 'like', operand: ownField(field), pattern, anyCase: true, negated: false }),
        ),
      ),
    ),
  );
  return all ?? { kind: 'constant', value: true };
}

/** Beyond these bounds a database takes longer to plan a filter than to answer it. @throws Refusal LimitExceeded */
export function checkFilter(
  filter: Predicate | undefined,
  { key, path }: SelectedField,
  { limits }: Planning['model'],
): void {
  if (filter === undefined) return;
  const { nodes, hops } = measure(filter);
  if (nodes > limits.filterNodes) {
    const message = `The filter of "${key}" has ${nodes} comparisons and connectives, and may have ${limits.filterNodes}; use "in", or ask in parts.`;
    refuse('LimitExceeded', message, { limit: 'filter-nodes', max: limits.filterNodes, path });
  }
  if (hops > limits.depth) {
    const message = `The filter of "${key}" goes through ${hops} relationships in each other, and may go through ${limits.depth}; ask more plainly.`;
    refuse('LimitExceeded', message, { limit: 'depth', max: limits.depth, path });
  }
}

/**
 * Number of rows and offset; `argument` says which of `first` and `last` counts.
 * @throws Refusal BadRequest, LimitExceeded for what the document itself says
 */
export function planPage(selected: SelectedField, argument: 'first' | 'last', { model }: Planning): Page {
  const { default: usual, max, minusOneIsMax } = model.pageSize;
  const given = slotOf(selected.arguments.get(argument));
  const size =
    given === undefined ? usual : amountOf({ source: given, use: { kind: 'size', argument, max, minusOneIsMax } });
  const offset = slotOf(selected.arguments.get('offset'));
  return offset === undefined ? { size } : { size, offset: amountOf({ source: offset, use: { kind: 'offset' } }) };
}

/** A number that the document says is checked now, since it is no slot that would be checked on each call. */
function amountOf(slot: Slot): Amount {
  const { source, use } = slot;
  if (source.kind !== 'constant') return slot;
  const value = source.value as number;
  return use.kind === 'size' ? checkSize(value, use) : checkOffset(value);
}

/** Whether an argument is given and not null. */
export const isGiven = (selected: SelectedField, argument: string): boolean => {
  const value = selected.arguments.get(argument);
  return value !== undefined && value.kind !== 'null';
};

/** Refuses two arguments that contradict each other. @throws Refusal BadRequest when both are given */
export function refuseTogether(selected: SelectedField, one: string, other: string): void {
  if (isGiven(selected, one) && isGiven(selected, other)) {
    refuse('BadRequest', `"${one}" and "${other}" cannot go together on "${selected.key}"; leave one out.`, {
      path: selected.path,
    });
  }
}

const slotOf = (value: Value | undefined) => (value?.kind === 'slot' ? value.source : undefined);
