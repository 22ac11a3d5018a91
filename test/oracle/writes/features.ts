import { entityOf } from './model/entity.ts';
import { itemsOf } from './model/find-refusals.ts';
import type { Prediction } from './model/predict.ts';
import { rightOf } from './model/role-rights.ts';
import { roles } from './model/roles.ts';
import { isMutation, type Operation, type Step } from './model/step.ts';
import { store } from './model/store.ts';

export const SUCCESS = 'success';

/** Required uses of each feature. */
export const MIN_USES = 20;

const kinds = ['create', 'createMany', 'update', 'replace', 'delete', 'one', 'list'];
const many = ['updateMany', 'deleteMany'];

/** Features that a useful run must include. */
export const requiredFeatures: readonly string[] = [
  ...[
    'BadRequest',
    'InvalidField',
    'Forbidden before the first statement',
    'Forbidden during a statement',
    'ItemNotFound',
    'Conflict during a statement',
  ],
  ...['ConstraintViolated before the first statement', 'ConstraintViolated during a statement'],
  ...(store().defersConstraints ? ['Conflict at commit', 'ConstraintViolated at commit'] : []),
  ...['ApplicationError', 'PreconditionFailed'],
  ...Object.keys(roles).map((role) => `role ${role}`),
  ...[...kinds, ...many].flatMap((kind) => [`graphql ${kind}`, `${kind}: success`]),
  ...kinds.filter((kind) => kind !== 'list' || store().collections).map((kind) => `rest ${kind}`),
  ...['create', 'createMany', 'update', 'replace', 'delete'].map((kind) => `${kind}: Forbidden at this operation`),
  ...['nested parent: success', 'nested children: success', 'nested junction: success', 'nested junction: Conflict'],
  ...['several: success', 'rolls back earlier mutations', 'view: success', 'view: ConstraintViolated'],
  ...[
    'changes a hidden row',
    'changes without read permission',
    'replace creates',
    'replace changes',
    'delete of no row',
  ],
  ...['ifMatch latest: success', 'ifMatch latest: PreconditionFailed', 'ifMatch stale: PreconditionFailed'],
  ...['ifMatch *: success', 'ifMatch *: PreconditionFailed', 'ifMatch unknown: PreconditionFailed'],
  ...['ifNoneMatch: success', 'ifNoneMatch: PreconditionFailed'],
];

/** Prints the expected outcome: one of several codes, or success. */
const outcomeOf = (prediction: Prediction): string =>
  prediction.kind === 'success' ? SUCCESS : ([...prediction.failure.codes][0] ?? '');

export function featuresOf(step: Step, prediction: Prediction): readonly string[] {
  const { caller, api, operations } = step;
  const outcome = outcomeOf(prediction);
  return [
    `role ${caller.role}`,
    outcome,
    ...(prediction.kind === 'success' ? [] : [`${outcome} ${prediction.failure.when}`]),
    ...(operations.length > 1 ? [`several: ${outcome}`] : []),
    ...(prediction.kind === 'refused' && (prediction.at ?? 0) > 0 ? ['rolls back earlier mutations'] : []),
    ...operations.flatMap((operation, index) => [
      operation.kind,
      `${api} ${operation.kind}`,
      `${operation.kind}: ${outcome}`,
      ...(prediction.kind === 'refused' && prediction.at === index
        ? [`${operation.kind}: ${outcome} at this operation`]
        : []),
      ...detailsOf(operation).map((detail) => `${detail}: ${outcome}`),
      ...(prediction.kind === 'success' ? effectsOf(operation, prediction.effects[index], step) : []),
    ]),
  ];
}

function detailsOf(operation: Operation): readonly string[] {
  const { relationships, view } = entityOf(operation.entity);
  const items = operation.kind === 'create' ? [operation.item] : operation.kind === 'createMany' ? operation.items : [];
  const nested = relationships.filter(({ name }) => items.some((item) => itemsOf(item[name]).length > 0));
  return [
    ...(view !== undefined && isMutation(operation) ? ['view'] : []),
    ...nested.map(({ many, through }) => (through ? 'nested junction' : many ? 'nested children' : 'nested parent')),
    ...('ifMatch' in operation ? [`ifMatch ${operation.ifMatch}`] : []),
    ...('ifNoneMatch' in operation ? ['ifNoneMatch'] : []),
  ];
}

type Effect = Extract<Prediction, { kind: 'success' }>['effects'][number] | undefined;

function effectsOf(operation: Operation, effect: Effect, { caller }: Step): readonly string[] {
  if (!isMutation(operation) || effect === undefined) return [];
  const unseen = effect.affected > effect.items.length;
  const canRead = rightOf(caller, operation.entity, 'read') !== undefined;
  return [
    ...(unseen ? [canRead ? 'changes a hidden row' : 'changes without read permission'] : []),
    ...(operation.kind === 'replace' ? [effect.created ? 'replace creates' : 'replace changes'] : []),
    ...(effect.affected === 0 ? [`${operation.kind} of no row`] : []),
  ];
}
