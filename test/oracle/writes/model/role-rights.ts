import type { Entity } from './entity.ts';
import type { Action, Caller, Right } from './right.ts';
import { roles } from './roles.ts';
import type { State } from './state.ts';
import type { Row } from './table.ts';

export const rightOf = ({ role }: Caller, entity: string, action: Action): Right | undefined =>
  roles[role]?.[entity]?.[action];

export const allows = ({ include, exclude }: Right, field: string): boolean =>
  (include === undefined || include.includes(field)) && exclude?.includes(field) !== true;

/** Returns the permitted fields in column order. */
export const fieldsFor = (caller: Caller, entity: Entity, action: Action): readonly string[] => {
  const right = rightOf(caller, entity.name, action);
  return right === undefined ? [] : entity.columns.map(({ name }) => name).filter((name) => allows(right, name));
};

export const isAllowed = (caller: Caller, action: Action, { entity, row, state }: RowContext): boolean =>
  rightOf(caller, entity.name, action)?.policy?.holds(row, caller.claims, state) !== false;

/** Returns whether a written row satisfies the policy, if any; false if the view does not show the row. */
export const satisfiesCheck = (caller: Caller, action: Action, context: RowContext): boolean =>
  isAllowed(caller, action, context) &&
  (rightOf(caller, context.entity.name, action)?.policy === undefined ||
    context.entity.view?.shows(context.row) !== false);

export interface RowContext {
  readonly entity: Entity;
  readonly row: Row;
  readonly state: State;
}

export const lacksClaims = ({ role, claims }: Caller, entity: string, action: Action): boolean =>
  (roles[role]?.[entity]?.[action]?.policy?.claims ?? []).some((name) => claims[name] === undefined);
