import { entityOf } from './model/entity.ts';
import { itemsOf } from './model/find-refusals.ts';
import type { Prediction } from './model/predict.ts';
import { rightOf } from './model/role-rights.ts';
import { roles } from './model/roles.ts';
import { type Ask, isMutation, type Step } from './model/step.ts';
import { store } from './model/store.ts';

export const SUCCESS = 'success';

/** Required uses of each feature. */
export const OFTEN = 20;

const kinds = ['create', 'createMany', 'update', 'replace', 'delete', 'one', 'list'];
const many = ['updateMany', 'deleteMany'];

/** Features that a useful run must include. */
export const requiredFeatures: readonly string[] = [
  ...['BadRequest', 'InvalidField', 'Forbidden before', 'Forbidden within', 'ItemNotFound', 'Conflict within'],
  ...['ConstraintViolated before', 'ConstraintViolated within'],
  ...(store().defersConstraints ? ['Conflict at the end', 'ConstraintViolated at the end'] : []),
  ...['ApplicationError', 'PreconditionFailed'],
  ...Object.keys(roles).map((role) => `role ${role}`),
  ...[...kinds, ...many].flatMap((kind) => [`graphql ${kind}`, `${kind}: success`]),
  ...kinds.filter((kind) => kind !== 'list' || store().collections).map((kind) => `rest ${kind}`),
  ...['create', 'createMany', 'update', 'replace', 'delete'].map((kind) => `${kind}: Forbidden within`),
  ...['nested parent: success', 'nested children: success', 'nested junction: success', 'nested junction: Conflict'],
  ...['several: success', 'undoes what went before', 'view: success', 'view: ConstraintViolated'],
  ...['changes a hidden row', 'changes without reading', 'replace creates', 'replace changes', 'delete of nothing'],
  ...['ifMatch latest: success', 'ifMatch latest: PreconditionFailed', 'ifMatch stale: PreconditionFailed'],
  ...['ifMatch *: success', 'ifMatch *: PreconditionFailed', 'ifMatch unknown: PreconditionFailed'],
  ...['ifNoneMatch: success', 'ifNoneMatch: PreconditionFailed'],
];

/** Prints the expected outcome: one of several codes, or success. */
const outcomeOf = (prediction: Prediction): string =>
  prediction.kind === 'success' ? SUCCESS : ([...prediction.failure.codes][0] ?? '');

export function featuresOf(step: Step, prediction: Prediction): readonly string[] {
  const { caller, api, asks } = step;
  const outcome = outcomeOf(prediction);
  return [
    `role ${caller.role}`,
    outcome,
    ...(prediction.kind === 'success' ? [] : [`${outcome} ${prediction.failure.when}`]),
    ...(asks.length > 1 ? [`several: ${outcome}`] : []),
    ...(prediction.kind === 'refused' && (prediction.at ?? 0) > 0 ? ['undoes what went before'] : []),
    ...asks.flatMap((ask, index) => [
      ask.kind,
      `${api} ${ask.kind}`,
      `${ask.kind}: ${outcome}`,
      ...(prediction.kind === 'refused' && prediction.at === index ? [`${ask.kind}: ${outcome} within`] : []),
      ...detailsOf(ask).map((detail) => `${detail}: ${outcome}`),
      ...(prediction.kind === 'success' ? effectsOf(ask, prediction.effects[index], step) : []),
    ]),
  ];
}

function detailsOf(ask: Ask): readonly string[] {
  const { relationships, view } = entityOf(ask.entity);
  const items = ask.kind === 'create' ? [ask.item] : ask.kind === 'createMany' ? ask.items : [];
  const nested = relationships.filter(({ name }) => items.some((item) => itemsOf(item[name]).length > 0));
  return [
    ...(view !== undefined && isMutation(ask) ? ['view'] : []),
    ...nested.map(({ many, through }) => (through ? 'nested junction' : many ? 'nested children' : 'nested parent')),
    ...('ifMatch' in ask ? [`ifMatch ${ask.ifMatch}`] : []),
    ...('ifNoneMatch' in ask ? ['ifNoneMatch'] : []),
  ];
}

type Effect = Extract<Prediction, { kind: 'success' }>['effects'][number] | undefined;

function effectsOf(ask: Ask, effect: Effect, { caller }: Step): readonly string[] {
  if (!isMutation(ask) || effect === undefined) return [];
  const unseen = effect.affected > effect.items.length;
  const canRead = rightOf(caller, ask.entity, 'read') !== undefined;
  return [
    ...(unseen ? [canRead ? 'changes a hidden row' : 'changes without reading'] : []),
    ...(ask.kind === 'replace' ? [effect.created ? 'replace creates' : 'replace changes'] : []),
    ...(effect.affected === 0 ? [`${ask.kind} of nothing`] : []),
  ];
}
