import type { ChangeStep } from '../../../src/store/change-step.ts';
import type { ChangeRow } from '../../../src/store/script.ts';

export type StepOf<Kind extends ChangeStep['kind']> = Extract<ChangeStep, { readonly kind: Kind }>;

const common = { root: 'createOrder', entity: 'Order', write: 0, when: { kind: 'always' }, captures: [] } as const;

/** Returns an insert that always runs and checks nothing, with these properties. */
export const insertStep = (properties: Partial<StepOf<'insert'>> = {}): StepOf<'insert'> => ({
  kind: 'insert',
  ...common,
  atLeast: 1,
  cannotFailAtCommit: false,
  failsOnConflict: false,
  ...properties,
});

/** Returns an update that always runs and checks nothing, with these properties. */
export const updateStep = (properties: Partial<StepOf<'update'>> = {}): StepOf<'update'> => ({
  kind: 'update',
  ...common,
  ...properties,
});

/** Returns a probe that always runs, with these properties. */
export const probeStep = (properties: Partial<StepOf<'probe'>> & Pick<StepOf<'probe'>, 'onSome'>): StepOf<'probe'> => ({
  kind: 'probe',
  ...common,
  ...properties,
});

/** Returns the outcome of a step. */
export const rowOf = (row: Partial<ChangeRow> = {}): ChangeRow => ({
  affected: 1,
  passesCheck: null,
  captured: undefined,
  values: [],
  ...row,
});
