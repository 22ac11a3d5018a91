import type { Wire } from '../wire.ts';
import { type Entity, entityOf, rowsOf } from './entity.ts';
import { type Code, Failure } from './failure.ts';
import { findApiErrors, lacksSomeClaims } from './find-refusals.ts';
import { keepRows } from './keep-rows.ts';
import { perform } from './perform.ts';
import { rightOf } from './role-rights.ts';
import type { Done } from './scene.ts';
import { completeSelection, isVisible, showRow, tagText, textOfKey } from './show.ts';
import type { State } from './state.ts';
import { isMutation, type Mutation, type Operation, type Query, type Step } from './step.ts';
import type { Row } from './table.ts';

/** Expected result of a step. */
export type Prediction = Success | Refused;

export interface Success {
  readonly kind: 'success';
  /** Resulting state of the database. */
  readonly state: State;
  /** GraphQL value of each ask. */
  readonly values: readonly Wire[];
  /** Effect of each ask, and its REST output. */
  readonly effects: readonly Effect[];
}

export interface Effect {
  readonly affected: number;
  readonly created: boolean;
  /** Visible rows in requested order. */
  readonly items: readonly Wire[];
  /** ETag of a single visible row. */
  readonly tag: string | undefined;
  readonly key: Row | undefined;
}

export interface Refused {
  readonly kind: 'refused';
  readonly failure: Failure;
  /** True if the failure may be reported before a statement is sent. */
  readonly mayBeBefore: boolean;
  /** Index of the ask that the error names. */
  readonly at: number | undefined;
}

/** Returns the content of a mutation's ETag from `tagText`, if known. */
export type ReadTag = (mutation: Mutation) => string | undefined;

/** Predicts the effects and response of a step without changing the state. */
export function predict(state: State, step: Step, tags: ReadTag): Prediction {
  const apiErrors = step.operations.flatMap((operation) => findApiErrors(operation, step.caller, step.api));
  const lacking = step.operations.findIndex((operation) => lacksSomeClaims(operation, step.caller));
  // A replacement does not need the claims of an action it cannot perform.
  const other: readonly Code[] =
    step.operations[lacking]?.kind === 'replace' ? ['ItemNotFound', 'PreconditionFailed'] : [];
  const unclaimed: readonly Code[] = lacking === -1 ? [] : ['Forbidden', ...other];
  if (apiErrors.length > 0) {
    return refused(new Failure([...apiErrors, ...unclaimed], 'before the first statement'), undefined, false);
  }
  if (lacking !== -1) return refused(new Failure(unclaimed, 'during a statement'), undefined, true);
  const after = state.copy();
  const results: { readonly value: Wire; readonly effect: Effect }[] = [];
  for (const [index, operation] of step.operations.entries()) {
    try {
      results.push(answer(operation, { state: after, step, tags }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return refused(error, index, false);
    }
  }
  try {
    after.commit();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refused(error, undefined, false);
  }
  return {
    kind: 'success',
    state: after,
    values: results.map(({ value }) => value),
    effects: results.map(({ effect }) => effect),
  };
}

const refused = (failure: Failure, at: number | undefined, mayBeBefore: boolean): Refused => ({
  kind: 'refused',
  failure,
  at,
  mayBeBefore,
});

interface ReadTarget {
  readonly state: State;
  readonly step: Step;
  readonly tags: ReadTag;
}

function answer(
  operation: Operation,
  { state, step: { caller, api }, tags }: ReadTarget,
): { readonly value: Wire; readonly effect: Effect } {
  const entity = entityOf(operation.entity);
  const selection = api === 'rest' ? completeSelection(caller, entity, operation.selection) : operation.selection;
  const show = ({ rows, visibleIn, ...done }: Done) => {
    const visibleRows = rows.filter((row) => isVisible(caller, entity, { row, state: visibleIn }));
    const shown = visibleRows.map((row) => showRow(caller, entity, { row, state: visibleIn, selection }));
    const [first] = visibleRows;
    const effect = {
      ...done,
      items: shown,
      tag: first === undefined ? undefined : tagText(caller, entity, first),
      key: first,
    };
    return { shown, effect };
  };
  if (!isMutation(operation)) {
    const { shown, effect } = show({
      affected: 0,
      created: false,
      rows: find(operation, entity, state),
      visibleIn: state,
    });
    return { value: operation.kind === 'one' ? (shown[0] ?? null) : shown, effect };
  }
  const choice = 'ifMatch' in operation ? operation.ifMatch : undefined;
  const canRead = rightOf(caller, operation.entity, 'read') !== undefined;
  const matches = (_: Entity, row: Row | undefined): boolean => {
    if (row === undefined || (canRead && !isVisible(caller, entity, { row, state }))) return false;
    return choice === '*' || tags(operation) === tagText(caller, entity, row);
  };
  const { shown, effect } = show(perform(operation, { state, caller, matches }));
  if (operation.kind === 'createMany' || operation.kind === 'updateMany' || operation.kind === 'deleteMany') {
    return { value: { affected: `#${effect.affected}`, items: canRead ? shown : null }, effect };
  }
  return { value: shown[0] ?? null, effect };
}

function find(query: Query, entity: Entity, state: State): readonly Row[] {
  const rows = rowsOf(state, entity);
  if (query.kind === 'one') return rows.filter((row) => textOfKey(entity, row) === textOfKey(entity, query.key));
  return keepRows(rows, query.filter);
}
