import { Refusal } from '../../base/errors.ts';
import type { Problem } from '../../base/problem.ts';
import type { Model } from '../../model/model.ts';
import { planExpression } from './plan-expression.ts';
import { policyResolver } from './visible-rows.ts';

/** The problems of all policies: each is planned once at boot, so that wrong names and types are found before anybody asks. */
export function checkPolicies(model: Model): readonly Problem[] {
  return model.entities.flatMap((entity) =>
    [...entity.rights].flatMap(([role, rights]) =>
      [...rights].flatMap(([action, { policy }]): readonly Problem[] => {
        if (policy === undefined) return [];
        try {
          planExpression(policy, entity, policyResolver(model));
          return [];
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const message = `The policy of the role "${role}": ${error.message}`;
          return [
            { path: ['entities', entity.name, 'permissions', role, action, 'policy'], message, severity: 'error' },
          ];
        }
      }),
    ),
  );
}
