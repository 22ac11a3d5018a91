import type { Action } from '../../config/config.ts';
import type { Entity, Model } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import type { PlacedLiteral } from '../../odata/expression.ts';
import { POLICY } from '../../odata/parse-policy.ts';
import type { Predicate, Source } from '../shape/predicate.ts';
import type { Resolver } from './expression-scope.ts';
import { planExpression } from './plan-expression.ts';

/** Which rows of an entity a role may see, by its policy; nothing where it may see all. Ready to be spread. */
export function visibleRows(entity: Entity, { model, role }: { model: Model; role: string }): Pick<Source, 'visible'> {
  const visible = policyOf(entity, 'read', { model, role });
  return visible === undefined ? {} : { visible };
}

/** Which rows an action of the role may touch; undefined for all. */
export function policyOf(
  entity: Entity,
  action: Action,
  { model, role }: { model: Model; role: string },
): Predicate | undefined {
  const policy = findRight(entity, role, action)?.policy;
  return policy === undefined ? undefined : planExpression(policy, entity, policyResolver(model));
}

/**
 * Names in a policy: every column, shown or not, and whole related rows. A policy that looked through other policies could run in
 * circles, and would depend on what else is configured.
 */
export function policyResolver(model: Model): Resolver {
  return {
    field: (entity, name) => entity.allFields.get(name),
    related: (entity, name) => {
      const relationship = entity.relationshipByName.get(name);
      const target = relationship === undefined ? undefined : model.byName.get(relationship.target);
      if (relationship === undefined || target === undefined) return undefined;
      return { relationship, target: { entity: target, via: { link: relationship.link } } };
    },
    names: (entity) => [...entity.allFields.keys(), ...entity.relationshipByName.keys()],
    option: POLICY,
    literal: (literal) => ({ kind: 'constant', value: { ...literal, option: POLICY } satisfies PlacedLiteral }),
    maxInValues: Number.POSITIVE_INFINITY,
    maxPatternLength: Number.POSITIVE_INFINITY,
  };
}
