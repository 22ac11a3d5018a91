import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEntity, ConsoleField } from '../../../console-data.ts';
import { Icon } from '../../parts/icons.tsx';
import { TableRegion } from '../../parts/table-region.tsx';
import { entityByName } from '../../state/model.ts';
import type { Row, SortOrder } from './load-rows.ts';
import { referenceOf, relatedLinks } from './related.ts';
import { RowDialog, Value } from './row-dialog.tsx';

interface RowsTableProps {
  readonly entity: ConsoleEntity;
  readonly fields: readonly ConsoleField[];
  readonly rows: readonly Row[];
  readonly sorting: SortOrder | undefined;
  readonly onSort: (sorting: SortOrder | undefined) => void;
  readonly isLoading: boolean;
}

const NUMERIC: ReadonlySet<string> = new Set(['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal', 'UnsignedByte']);

const isNumeric = ({ scalar, isList }: ConsoleField): boolean => NUMERIC.has(scalar) && !isList;

export function RowsTable({ entity, fields, rows, sorting, onSort, isLoading }: RowsTableProps): JSX.Element {
  const [opened, setOpened] = useState<Row | undefined>(undefined);
  return (
    <>
      <TableRegion label={`Rows of ${entity.name}`} class={`rows ${isLoading ? 'busy' : ''}`}>
        <table class="grid data" aria-busy={isLoading}>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Details</span>
              </th>
              {fields.map((field) => (
                <Head key={field.name} field={field} sorting={sorting} onSort={onSort} />
              ))}
              {entity.relationships.length > 0 && <th scope="col">Related rows</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={keyOf(entity, row) ?? index}>
                <td>
                  <button
                    type="button"
                    class="button quiet square"
                    aria-label={`Details of row ${index + 1}`}
                    onClick={() => setOpened(row)}
                  >
                    <Icon name="list" />
                  </button>
                </td>
                <Cells entity={entity} fields={fields} row={row} />
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {opened !== undefined && <RowDialog entity={entity} row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const keyOf = ({ key }: ConsoleEntity, row: Row): string | undefined =>
  key.length > 0 && key.every((name) => row[name] !== undefined)
    ? JSON.stringify(key.map((name) => row[name]))
    : undefined;

interface HeadProps extends Pick<RowsTableProps, 'sorting' | 'onSort'> {
  readonly field: ConsoleField;
}

/** Clicks switch between ascending, descending, and the order of the key. */
function Head({ field, sorting, onSort }: HeadProps): JSX.Element {
  const { name, isSortable } = field;
  const isSorted = sorting?.field === name;
  const direction = isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none';
  const next = { none: { field: name, isDescending: false }, ascending: { field: name, isDescending: true } };
  return (
    <th scope="col" aria-sort={isSortable ? direction : undefined} class={isNumeric(field) ? 'number' : ''}>
      {isSortable ? (
        <button
          type="button"
          class={`sort ${direction}`}
          onClick={() => onSort(direction === 'descending' ? undefined : next[direction])}
        >
          {name}
          <Icon name="chevron" />
        </button>
      ) : (
        name
      )}
    </th>
  );
}

/** Maximum number of links in the last cell. */
const MAX_LINKS = 4;

/** Values of the row. The value of a foreign key is a link; the last cell has the other links to related rows. */
function Cells({
  entity,
  fields,
  row,
}: Pick<RowsTableProps, 'entity' | 'fields'> & { readonly row: Row }): JSX.Element {
  const links = relatedLinks(entity, row, entityByName.value);
  const cells = fields.map((field) => {
    const reference = referenceOf(entity, field);
    return { field, link: links.find(({ relationship }) => relationship === reference) };
  });
  const others = links.filter((link) => cells.every((cell) => cell.link !== link));
  return (
    <>
      {cells.map(({ field, link }) => (
        <td key={field.name} class={isNumeric(field) ? 'number' : ''}>
          {link === undefined ? (
            <Value value={row[field.name]} />
          ) : (
            <a href={link.target} title={`${link.relationship.name}: ${link.relationship.target}`}>
              <Value value={row[field.name]} />
            </a>
          )}
        </td>
      ))}
      {entity.relationships.length > 0 && (
        <td class="related">
          {others.slice(0, MAX_LINKS).map(({ relationship: { name }, target }) => (
            <a key={name} href={target}>
              {name}
            </a>
          ))}
          {others.length > MAX_LINKS && <span class="muted">+{others.length - MAX_LINKS}</span>}
        </td>
      )}
    </>
  );
}
