import { ApiError } from '../../base/errors.ts';
import type { Problem } from '../../base/problem.ts';
import type { Action } from '../../config/config.ts';
import type { Entity, Field, Model } from '../../model/model.ts';
import { joinObjectName } from '../../model/object-name.ts';
import { findRight } from '../../model/role-rights.ts';
import type { Condition, LiteralWithOption } from '../../odata/expression.ts';
import { POLICY } from '../../odata/parse-filter.ts';
import type { Predicate, Source } from '../shape/predicate.ts';
import type { Resolver } from './expression-scope.ts';
import { planExpression } from './plan-expression.ts';

export function visibleRows(entity: Entity, { model, role }: { model: Model; role: string }): Pick<Source, 'visible'> {
  const visible = policyOf(entity, 'read', { model, role });
  return visible === undefined ? {} : { visible };
}

export function policyOf(
  entity: Entity,
  action: Action,
  { model, role }: { model: Model; role: string },
): Predicate | undefined {
  const policy = findRight(entity, role, action)?.policy;
  return policy === undefined ? undefined : planExpression(policy, entity, policyResolver(model));
}

/**
 * Creates a resolver for policies, which may use hidden columns and rows. Policies of related entities do not apply,
 * because policies could refer to each other.
 */
function policyResolver(model: Model): Resolver {
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
    literal: (literal) => ({ kind: 'constant', value: { ...literal, option: POLICY } satisfies LiteralWithOption }),
    maxInValues: Number.POSITIVE_INFINITY,
    maxPatternLength: Number.POSITIVE_INFINITY,
  };
}

export interface PolicyError extends Problem {
  readonly entity: string;
  readonly role: string;
  readonly action: Action;
}

interface PolicyProblems {
  readonly mistakes: readonly PolicyError[];
  /** Columns that a policy reads but the service's login cannot. */
  readonly warnings: readonly Problem[];
}

interface PolicyCheckContext {
  /** Compiles a policy. Absent if every policy compiles. @throws ApiError OperationNotOffered */
  readonly tryCompile?: ((policy: Predicate) => void) | undefined;
  readonly mayRead: (entity: Entity, field: Field) => boolean;
  /** True if the catalog hides columns that the login may not read. */
  readonly hidesColumns: boolean;
}

const UNREADABLE = 'Policies of {count} actions read columns that the database user may not read';

/** Checks all policies, so that errors are reported before the first request. */
export function checkPolicies(model: Model, { mayRead, hidesColumns, tryCompile }: PolicyCheckContext): PolicyProblems {
  const mistakes: PolicyError[] = [];
  const warnings: Problem[] = [];
  for (const entity of model.entities) {
    for (const [role, rights] of entity.rights) {
      for (const [action, { policy }] of rights) {
        if (policy === undefined) continue;
        const path = ['entities', entity.name, 'permissions', role, action, 'policy'];
        const { readFields, error, missing } = readPolicy(policy, entity, { model, tryCompile });
        if (error !== undefined) {
          const hint = missing === undefined ? '' : hintFor(missing, hidesColumns);
          const message = `The policy of the role "${role}": ${error.message}${hint}`;
          mistakes.push({ path, message, severity: 'error', entity: entity.name, role, action });
        }
        for (const [field, owner] of readFields) {
          if (mayRead(owner, field)) continue;
          warnings.push({
            path,
            message: `The policy of the role "${role}" for "${action}" of "${entity.name}" reads the column "${field.column}" of "${owner.source.name}". The database user may not, so these requests return Forbidden. Run ${grantOf(owner, field.column)} for this user.`,
            severity: 'warning',
            summary: UNREADABLE,
          });
        }
      }
    }
  }
  return { mistakes, warnings };
}

interface PlannedPolicy {
  /** Fields that the policy reads, with their entities. */
  readonly readFields: ReadonlyMap<Field, Entity>;
  readonly error?: ApiError;
  /** Unknown name that caused `error`. */
  readonly missing?: { readonly entity: Entity; readonly name: string };
}

function readPolicy(
  policy: Condition,
  entity: Entity,
  { model, tryCompile }: Pick<PolicyCheckContext, 'tryCompile'> & { readonly model: Model },
): PlannedPolicy {
  const resolver = policyResolver(model);
  const readFields = new Map<Field, Entity>();
  let missing: PlannedPolicy['missing'];
  const field = (owner: Entity, name: string): Field | undefined => {
    const resolved = resolver.field(owner, name);
    if (resolved === undefined) missing = { entity: owner, name };
    else readFields.set(resolved, owner);
    return resolved;
  };
  try {
    const planned = planExpression(policy, entity, { ...resolver, field });
    tryCompile?.(planned);
    return { readFields };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isUnknown = error.code === 'InvalidField' && error.details?.field === missing?.name;
    return { readFields, error, ...(isUnknown && missing !== undefined && { missing }) };
  }
}

/** Returns advice for an unknown name: a renamed column, or a column that the login cannot see. */
function hintFor({ entity, name }: NonNullable<PlannedPolicy['missing']>, hidesColumns: boolean): string {
  const renamed = entity.allFields.values().find(({ column }) => column === name);
  if (renamed !== undefined) return ` Policies name fields: write "${renamed.name}" for the column "${name}".`;
  return hidesColumns
    ? ` If the column exists, the database user may not see it. Run ${grantOf(entity, name)} for this user.`
    : '';
}

const grantOf = ({ source }: Entity, column: string): string => `GRANT SELECT (${column}) ON ${joinObjectName(source)}`;
