import { Refusal, reworded } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Model } from '../model/model.ts';
import { CapturedValue } from '../operation/operation.ts';
import type { WriteRefusal } from '../plan/shape/changes.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import type { BoundStep, ChangeRow, ChangeStep } from '../store/script.ts';
import type { Driver, RunChange } from '../store/store.ts';
import type { Admission } from './admission.ts';
import type { SharedSteps } from './batch/shared-steps.ts';
import { checkTime } from './check-time.ts';
import { nameViolation } from './name-violation.ts';

type Bound = BoundStep<ChangeStep>;

/** What changes are made with. */
export interface Executing {
  readonly driver: Driver;
  readonly admission: Admission;
  /** Absent where statements cannot share a session. */
  readonly sharedSteps: SharedSteps | undefined;
  readonly model: Model;
  /** By `performance.now()`: what is not done by then is undone. */
  readonly deadline: number;
}

/** What each step gave, by index; undefined for one that was left out. */
export type Outcomes = readonly (ChangeRow | undefined)[];

/**
 * The steps of a mutation, one after the other, all in one transaction: where one fails, or does what it must not, nothing has
 * happened. One step that has nothing to check is a transaction by itself.
 * @throws Refusal by meaning of what the database said, or as the outcome of a step asks for; its details say which field by `path`
 */
export async function runChanges(steps: readonly Bound[], executing: Executing): Promise<Outcomes> {
  const { model, deadline } = executing;
  const run = (change: RunChange): Promise<Outcomes> => runInTurn(steps, named(change, model), deadline);
  return runAll(steps, executing, run).catch((error) => {
    throw atEnd(error, steps, model);
  });
}

/** A step that others may stand beside goes out with them, once it is known to be brief. */
function runAll(
  steps: readonly Bound[],
  { driver: { changes }, admission, sharedSteps, deadline }: Executing,
  run: (change: RunChange) => Promise<Outcomes>,
): Promise<Outcomes> {
  invariant(changes, 'a store that has mutations can make changes');
  const [first] = steps;
  if (first === undefined || !isAlone(steps)) return admission.run(() => tryAgain(() => changes.transaction(run)));
  const inserts = first.step.isPlainInsert === true ? sharedSteps?.inserts : undefined;
  if (inserts === undefined) return admission.run(() => tryAgain(() => run(changes.change)));
  if (inserts.takes(first)) return run((bound) => inserts.run(bound, deadline));
  return admission.run(() => run((bound) => inserts.learn(bound, () => changes.change(bound))));
}

/** How often changes are tried that others came in between of. */
const ATTEMPTS = 20;

async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  return work();
}

/** A refusal that may not be one when all is tried again. */
class Overtaken extends Refusal {}

/** What was found at the end of a transaction may be of any of its steps. */
function atEnd(error: unknown, steps: readonly Bound[], model: Model): unknown {
  const named = nameViolation(error, model, { changed: steps.flatMap(({ step }) => step.entity ?? []), slots: [] });
  const [root, ...others] = new Set(steps.map(({ step }) => step.root));
  return root !== undefined && others.length === 0 ? placed(named, root) : named;
}

/** The same, with violations in the names of the API. */
const named =
  (change: RunChange, model: Model): RunChange =>
  (bound) =>
    change(bound).catch((error) => {
      const { entity, slots } = bound.step;
      const changed = entity === undefined ? [] : [entity];
      throw ofEntities(nameViolation(error, model, { changed, slots }), changed);
    });

/** A failure within the database says whose statement met it. */
function ofEntities(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof Refusal) || error.fault === undefined) return error;
  return reworded(error, { fault: { ...error.fault, entities } });
}

/**
 * Whether nothing that the first statement did can have to be taken back: others only look at rows where it did nothing. A procedure does
 * not do more where it stands alone.
 */
const isAlone = ([first, ...others]: readonly Bound[]): boolean =>
  first !== undefined && isPlain(first.step) && others.every(({ step }) => looksUnless(step, first.step));

const looksUnless = ({ onSome, unless }: ChangeStep, { write }: ChangeStep): boolean =>
  onSome !== undefined && write !== undefined && unless.includes(write);

const isPlain = ({ atLeast = 1, onCheckFailed, onSome, onSeveral, isCall }: ChangeStep): boolean =>
  atLeast === 1 &&
  onCheckFailed === undefined &&
  onSome === undefined &&
  onSeveral === undefined &&
  isCall === undefined;

async function runInTurn(steps: readonly Bound[], change: RunChange, deadline: number): Promise<Outcomes> {
  const outcomes: (ChangeRow | undefined)[] = [];
  const writes = new Map<number, { readonly step: ChangeStep; readonly row: ChangeRow }>();
  for (const bound of steps) {
    const { step } = bound;
    checkTime(deadline);
    const row = isLeftOut(step, writes) ? undefined : await runStep(withCaptured(bound, writes), change);
    outcomes.push(row);
    if (row !== undefined && step.write !== undefined) writes.set(step.write, { step, row });
  }
  // One statement by itself is done by now, whatever the time.
  if (!isAlone(steps)) checkTime(deadline);
  return outcomes;
}

type Writes = ReadonlyMap<number, { readonly step: ChangeStep; readonly row: ChangeRow }>;

function isLeftOut({ unless, onlyIf }: ChangeStep, writes: Writes): boolean {
  const changed = (write: number): boolean => (writes.get(write)?.row.affected ?? 0) > 0;
  return unless.some(changed) || (onlyIf !== undefined && !changed(onlyIf));
}

async function runStep(bound: Bound, change: RunChange): Promise<ChangeRow> {
  const { root, atLeast = 1, onNone, onSome, onSeveral, onCheckFailed } = bound.step;
  try {
    const row = await change(bound);
    if (onNone !== undefined && row.affected < atLeast) refuseWrite(onNone);
    if (onSome !== undefined && row.affected > 0) refuseWrite(onSome);
    if (onSeveral !== undefined && row.affected > 1) refuseWrite(onSeveral);
    if (onCheckFailed !== undefined && row.fits === false) refuseWrite(onCheckFailed);
    return row;
  } catch (error) {
    throw placed(error, root);
  }
}

function refuseWrite({ code, message, details, again }: WriteRefusal): never {
  throw new (again === true ? Overtaken : Refusal)(code, message, details === undefined ? {} : { details });
}

/** A refusal that says which field of the operation it is about; what concerns the service itself is about none. */
function placed(error: unknown, root: string): unknown {
  if (!(error instanceof Refusal) || error instanceof SchemaChanged || error.code === 'Unavailable') return error;
  const { code, message, status, cause, details, fault } = error;
  const Kind = error instanceof Overtaken ? Overtaken : Refusal;
  return new Kind(code, message, { status, cause, fault, details: { ...details, path: [root] } });
}

/** The values of a step, with what earlier ones captured in its place. */
function withCaptured(bound: Bound, writes: Writes): Bound {
  if (!bound.values.some((value) => value instanceof CapturedValue)) return bound;
  return {
    ...bound,
    values: bound.values.map((value) => (value instanceof CapturedValue ? captured(value, writes) : value)),
  };
}

function captured({ source: { write, column } }: CapturedValue, writes: Writes): string | null {
  const written = writes.get(write);
  const rows = written?.row.captured;
  invariant(written && rows, `write ${write} has run and captured values`);
  return column === undefined ? JSON.stringify(rows) : (rows[0]?.[written.step.captures.indexOf(column)] ?? null);
}
