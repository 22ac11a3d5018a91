import type { JSX } from 'preact';
import type { ConsoleEntity, ConsoleModel } from '../../console-data.ts';

export const readersOf = (entity: ConsoleEntity, field: string, roles: readonly string[]): readonly string[] =>
  roles.filter((role) => {
    // A role that may execute a routine may read its result.
    const right = entity.rights[role]?.read ?? entity.rights[role]?.execute;
    return right !== undefined && (right.fields === undefined || right.fields.includes(field));
  });

const MAX_ROLES = 4;

/** Maximum number of exceptions in "all except …". */
const MAX_EXCEPTIONS = 2;

/** A long list ends with the number of omitted roles; a tooltip names them. */
export function RoleList({
  roles,
  model,
}: {
  readonly roles: readonly string[];
  readonly model: ConsoleModel;
}): JSX.Element {
  if (roles.length === 0) return <span class="muted">no role</span>;
  if (roles.length === model.roles.length && roles.length > 1) return <span class="muted">all roles</span>;
  const others = model.roles.filter((role) => !roles.includes(role));
  if (others.length <= MAX_EXCEPTIONS && roles.length > others.length + 1) {
    return <span class="muted">all except {others.join(', ')}</span>;
  }
  const shown = roles.length > MAX_ROLES + 1 ? roles.slice(0, MAX_ROLES) : roles;
  const rest = roles.slice(shown.length);
  return (
    <span class="chips">
      {shown.map((role) => (
        <span key={role} class={`chip ${role === model.role ? 'current' : ''}`}>
          {role}
        </span>
      ))}
      {rest.length > 0 && (
        <span class="chip" title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

/** Formats a duration: `12 ms`, `1.24 s`. */
export const formatTime = (milliseconds: number): string =>
  milliseconds >= 1000
    ? `${(milliseconds / 1000).toFixed(2)} s`
    : `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;

export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Formats a number with its noun: `1 entity`, `2 entities`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const toneOf = (status: number): string => (status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

export const StatusChip = ({ status, text = '' }: { readonly status: number; readonly text?: string }): JSX.Element => (
  <span class={`chip status ${toneOf(status)}`}>
    {status} {text}
  </span>
);
