import type { Problem } from '../base/problem.ts';
import type { Config, EntityConfig } from '../config/config.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import { buildModel } from '../model/build/build-model.ts';
import { objectNamed } from '../model/build/find-source.ts';
import { isUnreadable } from '../model/build/ungranted-columns.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Model } from '../model/model.ts';
import { checkPolicies, type PolicyMistake } from '../plan/filter/check-policies.ts';
import { checkDefaults, type DefaultMistake } from '../values/configured-value.ts';

/**
 * The model, with policies and defaults of parameters that fit it. Where `runtime.mistakes` is `warn`, what does not fit is left out: the action, for
 * the role whose policy it is, and the default; else it is an error.
 */
export function buildCheckedModel(
  config: Config,
  catalog: Catalog,
  { capabilities, readType }: Pick<StoreKind, 'capabilities' | 'readType'>,
): { readonly model: Model; readonly problems: readonly Problem[] } {
  const build = (from: Config): ReturnType<typeof buildModel> =>
    buildModel(from, catalog, { ...capabilities, readType });
  const built = build(config);
  const { mistakes: policies, warnings } = checkPolicies(built.model, {
    mayRead: ({ source }, { column }) => !isUnreadable(objectNamed(catalog, source), column),
    hidesColumns: catalog.showsPermittedOnly === true,
  });
  const found = { policies, defaults: checkDefaults(built.model) };
  const mistakes = [...policies, ...found.defaults];
  if (mistakes.length === 0) return { model: built.model, problems: [...built.problems, ...warnings] };
  if (config.runtime.mistakes === 'refuse') {
    return { model: built.model, problems: [...built.problems, ...warnings, ...mistakes] };
  }
  // What is left out makes no new mistake: names and types of all else stay.
  const { model, problems } = build({ ...config, entities: config.entities.map((entity) => without(entity, found)) });
  return { model, problems: [...problems, ...warnings, ...policies.map(withheld), ...found.defaults.map(leftOut)] };
}

interface Mistakes {
  readonly policies: readonly PolicyMistake[];
  readonly defaults: readonly DefaultMistake[];
}

function without(entity: EntityConfig, { policies, defaults }: Mistakes): EntityConfig {
  const isOf = (mistake: { readonly entity: string }): boolean => mistake.entity === entity.name;
  const isWithheld = (role: string, action: string): boolean =>
    policies.some((mistake) => isOf(mistake) && mistake.role === role && mistake.action === action);
  const isLeftOut = (name: string): boolean => defaults.some((mistake) => isOf(mistake) && mistake.parameter === name);
  return {
    ...entity,
    permissions: entity.permissions.map(({ role, actions }) => ({
      role,
      actions: actions.filter(({ action }) => !isWithheld(role, action)),
    })),
    source: {
      ...entity.source,
      parameters: entity.source.parameters.map(({ default: value, ...parameter }) => ({
        ...parameter,
        ...(value !== undefined && !isLeftOut(parameter.name) && { default: value }),
      })),
    },
  };
}

const withheld = ({ path, message }: PolicyMistake): Problem => ({
  path,
  message: `The action is withheld from the role. ${message}`,
  severity: 'warning',
  kind: '{count} actions are withheld, as their policies do not fit',
});

const leftOut = ({ path, message, found }: DefaultMistake): Problem => ({
  path,
  message: `${message} It is left out.`,
  severity: 'warning',
  found,
  kind: '{count} defaults of parameters do not fit, and are left out',
});
