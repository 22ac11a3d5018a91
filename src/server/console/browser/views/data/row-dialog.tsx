import { Fragment, type JSX } from 'preact';
import type { ConsoleEntity } from '../../../console-data.ts';
import { Code } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { entityByName, model } from '../../state/model.ts';
import { useResource } from '../../state/use-resource.ts';
import { buildPageQuery, loadRows, type Row } from './load-rows.ts';
import { relatedLinks } from './related.ts';

/** Maximum characters of a value in the table. */
const MAX_CHARACTERS = 160;

export function Value({ value }: { readonly value: unknown }): JSX.Element {
  if (value === null || value === undefined) return <span class="null">null</span>;
  if (typeof value === 'boolean') return <span class={`boolean ${value}`}>{String(value)}</span>;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const shown = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  if (text === '') return <span class="null">empty</span>;
  return <span class={typeof value === 'object' ? 'json' : 'text'}>{shown}</span>;
}

interface RowDialogProps {
  readonly entity: ConsoleEntity;
  /** Row of the table, with the fields of its columns. */
  readonly row: Row;
  readonly onClose: () => void;
}

export function RowDialog({ entity, row, onClose }: RowDialogProps): JSX.Element {
  const { value = row, failure, isLoading } = useFullRow(entity, row);
  const links = relatedLinks(entity, value, entityByName.value);
  const fields = entity.fields.filter(({ name }) => value[name] !== undefined);
  return (
    <Dialog title={`${entity.name} ${entity.key.map((name) => String(row[name] ?? '')).join(', ')}`} onClose={onClose}>
      {failure !== undefined && <Failed failure={failure} />}
      {isLoading ? (
        <Loading what="the row" />
      ) : (
        <dl class="row-details">
          {fields.map(({ name }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <FullValue name={name} value={value[name]} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {links.length > 0 && (
        <>
          <h3>Related rows</h3>
          <ul class="related">
            {links.map(({ relationship: { name, target: entityName, many }, target }) => (
              <li key={name}>
                <a href={target} onClick={onClose}>
                  {name}
                </a>{' '}
                <span class="muted">
                  {many ? 'many' : 'one'} {entityName}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Loads all readable fields of the row, unless its key is not readable. */
function useFullRow(entity: ConsoleEntity, row: Row) {
  const { key, fields } = entity;
  const current = model.value;
  const isFound = current !== undefined && key.length > 0 && key.every((name) => row[name] !== undefined);
  const request = {
    entity,
    columns: fields.flatMap(({ name, isReadable }) => (isReadable ? [name] : [])),
    conditions: key.map((field) => ({ field, operator: 'eq', value: String(row[field]) })),
    size: 1,
  };
  const query = isFound ? buildPageQuery(request, current, entityByName.value) : undefined;
  return useResource(query && JSON.stringify(query), async (signal): Promise<Row> => {
    const { rows } = query === undefined ? { rows: [] } : await loadRows(request, query, signal);
    return rows[0] ?? row;
  });
}

const FullValue = ({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element =>
  typeof value === 'object' && value !== null ? (
    <Code text={JSON.stringify(value, null, 2)} language="json" label={name} />
  ) : typeof value === 'string' && value.length > MAX_CHARACTERS ? (
    <span class="long">{value}</span>
  ) : (
    <Value value={value} />
  );
