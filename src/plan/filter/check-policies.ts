import { Refusal } from '../../base/errors.ts';
import type { Problem } from '../../base/problem.ts';
import type { Action } from '../../config/config.ts';
import type { Model } from '../../model/model.ts';
import { planExpression } from './plan-expression.ts';
import { policyResolver } from './visible-rows.ts';

/** A policy that names what is not there, or compares what cannot be compared. */
export interface PolicyMistake extends Problem {
  readonly entity: string;
  readonly role: string;
  readonly action: Action;
}

/** The mistakes of all policies: each is planned once at boot, so that wrong names and types are found before anybody asks. */
export function checkPolicies(model: Model): readonly PolicyMistake[] {
  return model.entities.flatMap((entity) =>
    [...entity.rights].flatMap(([role, rights]) =>
      [...rights].flatMap(([action, { policy }]): readonly PolicyMistake[] => {
        if (policy === undefined) return [];
        try {
          planExpression(policy, entity, policyResolver(model));
          return [];
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const message = `The policy of the role "${role}": ${error.message}`;
          const path = ['entities', entity.name, 'permissions', role, action, 'policy'];
          return [{ path, message, severity: 'error', entity: entity.name, role, action }];
        }
      }),
    ),
  );
}
