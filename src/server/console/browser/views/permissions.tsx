import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ConsoleEntity } from '../../console-data.ts';
import { countOf } from '../parts/chips.tsx';
import { Empty, ViewHead } from '../parts/states.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { model } from '../state/model.ts';
import { linkTo, replaceQuery, route } from '../state/route.ts';
import { hasRights, isRestricted, RightsButton } from './rights.tsx';

/** Number of rows shown at first. A long table is slow, because each cell is a button with five elements. */
const PAGE = 100;

export function PermissionsView(): JSX.Element | null {
  const current = model.value;
  const { query } = route.value;
  const [search, setSearch] = useState(query.get('entity') ?? '');
  const [isOnlyRestricted, setOnlyRestricted] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const selected = query.get('role') ?? '';
  const entities = current?.entities ?? [];
  const roles = current?.roles.filter((name) => selected === '' || name === selected) ?? [];
  const found = useMemo(() => {
    const text = search.trim().toLowerCase();
    return entities.filter(
      (entity) =>
        entity.name.toLowerCase().includes(text) &&
        (!isOnlyRestricted || roles.some((role) => restricts(entity, role))),
    );
  }, [entities, search, isOnlyRestricted, selected]);
  if (current === undefined) return null;
  return (
    <>
      <ViewHead title="Permissions">
        <p class="lead">Actions of each role, with inherited rights. Select a cell for its fields and policies.</p>
      </ViewHead>
      <div class="toolbar">
        <input
          type="search"
          placeholder="Filter entities"
          aria-label="Filter entities"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <label>
          Role
          <select
            value={selected}
            onChange={({ currentTarget }) => replaceQuery({ role: currentTarget.value || undefined })}
          >
            <option value="">all</option>
            {current.roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isOnlyRestricted}
            onChange={({ currentTarget }) => setOnlyRestricted(currentTarget.checked)}
          />
          Only restricted rights
        </label>
        <span class="muted" role="status">
          {countOf(found.length, 'entity', 'entities')}
        </span>
      </div>
      <Legend />
      {found.length === 0 ? (
        <Empty title="No entity matches">Change the filter.</Empty>
      ) : (
        <TableRegion label="Permissions by entity and role">
          <table class="grid matrix">
            <thead>
              <tr>
                <th scope="col">Entity</th>
                {roles.map((role) => (
                  <th key={role} scope="col" class={role === current.role ? 'selected' : ''}>
                    {role}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.slice(0, limit).map((entity) => (
                <tr key={entity.name}>
                  <th scope="row">
                    <a href={linkTo(['entities', entity.name])}>{entity.name}</a>
                  </th>
                  {roles.map((role) => (
                    <td key={role} class={role === current.role ? 'selected' : ''}>
                      {hasRights(entity, role) ? (
                        <RightsButton entity={entity} role={role} />
                      ) : (
                        <span class="no-rights">
                          <span class="visually-hidden">no rights</span>
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
      {found.length > limit && (
        <button type="button" class="button" onClick={() => setLimit(limit + 4 * PAGE)}>
          Show more entities ({found.length - limit})
        </button>
      )}
    </>
  );
}

const restricts = (entity: ConsoleEntity, role: string): boolean =>
  Object.values(entity.rights[role] ?? {}).some((right) => right !== undefined && isRestricted(right));

const legend: readonly (readonly [letter: string, text: string])[] = [
  ['C', 'create'],
  ['R', 'read'],
  ['U', 'update'],
  ['D', 'delete'],
  ['X', 'execute'],
];

const Legend = (): JSX.Element => (
  <p class="legend muted">
    {legend.map(([letter, text]) => (
      <span key={letter}>
        <span class="rights">
          <span class="letter full">{letter}</span>
        </span>
        {text}
      </span>
    ))}
    <span>
      <span class="rights">
        <span class="letter restricted">R</span>
      </span>
      restricted to some fields, or to rows that match a policy
    </span>
  </p>
);
