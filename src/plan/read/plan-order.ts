import { createHash } from 'node:crypto';
import { throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Entity, Field } from '../../model/model.ts';
import type { Value } from '../../operation/operation.ts';
import { isOrderable } from '../../scalars/operators.ts';
import { mayReadField, type PlanContext, readableField, readableRelationship } from '../plan-context.ts';
import type { OrderTerm } from '../shape/rows.ts';

/**
 * Returns a total order, except for equal rows of an entity without a key.
 * @throws ApiError Forbidden
 */
export function planOrder(entity: Entity, value: Value | undefined, context: PlanContext): readonly OrderTerm[] {
  const items = value === undefined ? [] : value.kind === 'list' ? value.items : [value];
  const { orderTerms: max } = context.model.limits;
  const requested = items.flatMap((item) => planTerms(entity, [], item, context));
  if (requested.length > max) {
    throwApiError('LimitExceeded', `The order exceeds the maximum of ${max} terms. Remove redundant terms.`, {
      limit: 'order-terms',
      max,
    });
  }
  const tieBreak = tieBreakFields(entity, context).map(
    (field): OrderTerm => ({ path: [], field, descending: false, nulls: 'last' }),
  );
  return distinctTerms([...requested, ...tieBreak], (term) => columnPathOf(entity, term));
}

/**
 * Returns the fields that break ties: the key or, without a key, every readable field that can be ordered. Ordering by
 * an unreadable field would reveal its values.
 */
const tieBreakFields = (entity: Entity, context: PlanContext): readonly Field[] =>
  entity.key.length > 0
    ? entity.key
    : entity.fields.filter((field) => isOrderable(field.type) && mayReadField(entity, field, context));

function planTerms(entity: Entity, path: OrderTerm['path'], value: Value, context: PlanContext): readonly OrderTerm[] {
  if (value.kind !== 'object') return [];
  return value.entries.flatMap(([name, member]) => {
    const documentField = entity.fieldByGraphqlName.get(name);
    if (documentField !== undefined) {
      const field = readableField(entity, documentField.name, context);
      return member.kind === 'known' ? [{ path, field, ...readDirection(String(member.value)) }] : [];
    }
    const relationship = entity.relationships.find(({ graphqlName }) => graphqlName === name);
    invariant(relationship, `${entity.name} has the relationship ${name}`);
    const { target } = readableRelationship(entity, relationship.name, context);
    const { depth } = context.model.limits;
    if (path.length === depth) {
      throwApiError(
        'LimitExceeded',
        `The order exceeds the maximum of ${depth} nested relationships. Use a shorter path.`,
        {
          limit: 'depth',
          max: depth,
        },
      );
    }
    return planTerms(target.entity, [...path, target], member, context);
  });
}

/** Parses a direction. By default, NULL is larger than every value. */
export function readDirection(direction: string): Pick<OrderTerm, 'descending' | 'nulls'> {
  const descending = direction.startsWith('DESC');
  if (direction.endsWith('_FIRST')) return { descending, nulls: 'first' };
  if (direction.endsWith('_LAST')) return { descending, nulls: 'last' };
  return { descending, nulls: descending ? 'first' : 'last' };
}

/** Keeps the first term of each key. */
export function distinctTerms<T>(terms: readonly T[], keyOf: (term: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const term of terms) {
    const key = keyOf(term);
    if (!byKey.has(key)) byKey.set(key, term);
  }
  return [...byKey.values()];
}

/** Returns the relationships and the column of a term: `customer.country`. */
function columnPathOf(entity: Entity, { path, field }: OrderTerm): string {
  let from = entity;
  const names = path.map((step) => {
    const name = from.relationships.find(({ link }) => link === step.via.link)?.name;
    invariant(name, 'an order path follows relationships');
    from = step.entity;
    return name;
  });
  return [...names, field.column].join('.');
}

/**
 * Returns a hash of the order, which is part of cursors.
 * @param use distinguishes cursors of a stream from other cursors of the same order
 */
export function nameOrder(entity: Entity, terms: readonly OrderTerm[], use?: 'stream'): string {
  const text = terms.map((term) => `${columnPathOf(entity, term)} ${term.descending} ${term.nulls}`).join();
  return createHash('sha256')
    .update(`${entity.name} ${text}${use === undefined ? '' : ` ${use}`}`)
    .digest('base64url')
    .slice(0, 10);
}
