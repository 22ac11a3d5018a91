import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEntity, ConsoleModel, ConsoleRight } from '../../console-data.ts';
import { Code } from '../parts/code.tsx';
import { Dialog } from '../parts/dialog.tsx';

type ActionName = keyof ConsoleEntity['rights'][string];

const letters: readonly (readonly [ActionName, string])[] = [
  ['create', 'C'],
  ['read', 'R'],
  ['update', 'U'],
  ['delete', 'D'],
  ['execute', 'X'],
];

/** Returns the actions that the kind of source supports. */
const actionsOf = ({ source: { kind } }: ConsoleEntity): readonly (readonly [ActionName, string])[] =>
  letters.filter(([action]) => (kind === 'function' || kind === 'procedure') === (action === 'execute'));

export const isRestricted = ({ fields, policy }: ConsoleRight): boolean => fields !== undefined || policy !== undefined;

interface RightsButtonProps {
  readonly entity: ConsoleEntity;
  readonly role: string;
}

export function RightsButton({ entity, role }: RightsButtonProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const rights = entity.rights[role] ?? {};
  const actions = actionsOf(entity);
  const allowed = actions.filter(([action]) => rights[action] !== undefined);
  const text = allowed.map(([action]) => {
    const right = rights[action];
    return right !== undefined && isRestricted(right) ? `${action} with restrictions` : action;
  });
  return (
    <>
      <button type="button" class="rights" disabled={allowed.length === 0} onClick={() => setOpen(true)}>
        <span class="visually-hidden">
          {role} on {entity.name}: {text.length === 0 ? 'no rights' : text.join(', ')}
        </span>
        {actions.map(([action, letter]) => {
          const right = rights[action];
          const tone = right === undefined ? 'none' : isRestricted(right) ? 'restricted' : 'full';
          return (
            <span
              key={action}
              class={`letter ${tone}`}
              aria-hidden="true"
              title={right === undefined ? undefined : action}
            >
              {right === undefined ? '·' : letter}
            </span>
          );
        })}
      </button>
      {isOpen && (
        <Dialog title={`${role} on ${entity.name}`} onClose={() => setOpen(false)}>
          <dl class="right-details">
            {actions.map(([action]) => (
              <RightDetails key={action} action={action} right={rights[action]} entity={entity} />
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}

interface RightDetailsProps {
  readonly action: string;
  readonly right: ConsoleRight | undefined;
  readonly entity: ConsoleEntity;
}

function RightDetails({ action, right, entity }: RightDetailsProps): JSX.Element {
  const { fields, policy } = right ?? {};
  return (
    <>
      <dt>{action}</dt>
      <dd>
        {right === undefined && <span class="muted">not allowed</span>}
        {right !== undefined && !isRestricted(right) && 'allowed, without restrictions'}
        {fields !== undefined && (
          <p>
            {fields.length} of {entity.fields.length} fields:{' '}
            {entity.fields.map(({ name }) => (
              <code key={name} class={fields.includes(name) ? 'chip' : 'chip excluded'}>
                {name}
              </code>
            ))}
          </p>
        )}
        {policy !== undefined && <Code text={policy} language="text" label={`Policy of ${action}`} />}
      </dd>
    </>
  );
}

interface RightsTableProps {
  readonly entity: ConsoleEntity;
  readonly model: ConsoleModel;
}

export function RightsTable({ entity, model: { roles, role } }: RightsTableProps): JSX.Element {
  const [withRights, without] = [
    roles.filter((name) => hasRights(entity, name)),
    roles.filter((name) => !hasRights(entity, name)),
  ];
  return (
    <>
      <table class="grid compact">
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {withRights.map((name) => (
            <tr key={name} class={name === role ? 'selected' : ''}>
              <th scope="row">{name}</th>
              <td>
                <RightsButton entity={entity} role={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {without.length > 0 && <p class="muted">No rights: {without.join(', ')}</p>}
    </>
  );
}

export const hasRights = ({ rights }: ConsoleEntity, role: string): boolean =>
  Object.keys(rights[role] ?? {}).length > 0;
