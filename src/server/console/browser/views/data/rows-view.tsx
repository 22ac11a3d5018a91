import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEntity, ConsoleField, ConsoleModel } from '../../../console-data.ts';
import { countOf, formatCount } from '../../parts/chips.tsx';
import { Code, CopyButton } from '../../parts/code.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { entityByName, model } from '../../state/model.ts';
import { linkTo, replaceQuery, route } from '../../state/route.ts';
import { chosenRole, token } from '../../state/session.ts';
import { type Receive, type Resource, useResource } from '../../state/use-resource.ts';
import { EntityHead, listsRows } from '../entity/entity-head.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { type Condition, formatCondition, parseCondition } from './conditions.ts';
import { FilterBuilder } from './filter-builder.tsx';
import { buildPageQuery, followRows, loadRows, type PageQuery, type RowPage, type SortOrder } from './load-rows.ts';
import { linkFields } from './related.ts';
import { RowsTable } from './rows-table.tsx';

const sizes = [10, 25, 50, 100] as const;
const DEFAULT_SIZE = 25;

/** Number of columns shown at first. Columns of the filter and of the order are also shown. */
const DEFAULT_COLUMNS = 9;

/** Settings in the URL. They do not include the position, because cursors are long. */
interface Settings {
  readonly conditions: readonly Condition[];
  readonly sorting: SortOrder | undefined;
  readonly size: number;
  readonly columns: readonly string[] | undefined;
  /** True if the view updates when rows change. */
  readonly isLive: boolean;
}

function readSettings(query: URLSearchParams): Settings {
  const sort = query.get('sort');
  const size = Number(query.get('size'));
  return {
    conditions: query.getAll('where').flatMap((text) => parseCondition(text) ?? []),
    sorting: sort === null ? undefined : { field: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
    size: sizes.find((one) => one === size) ?? DEFAULT_SIZE,
    columns: query.get('columns')?.split(','),
    isLive: query.has('live'),
  };
}

function writeSettings({ conditions, sorting, size, columns, isLive }: Settings): void {
  replaceQuery({
    where: conditions.map(formatCondition),
    sort: sorting === undefined ? undefined : `${sorting.isDescending ? '-' : ''}${sorting.field}`,
    size: size === DEFAULT_SIZE ? undefined : String(size),
    columns: columns?.join(','),
    live: isLive ? '1' : undefined,
  });
}

export function RowsView({ entity }: { readonly entity: ConsoleEntity }): JSX.Element | null {
  const current = model.value;
  if (current === undefined) return null;
  if (!listsRows(entity)) {
    return (
      <>
        <EntityHead entity={entity} page="data" />
        <Empty title="No rows to list">The role {current.role} cannot list rows of this entity.</Empty>
      </>
    );
  }
  const settings = readSettings(route.value.query);
  const readable = entity.fields.filter(({ isReadable }) => isReadable);
  const named = readable.filter(({ name }) => settings.columns?.includes(name));
  const used = [settings.sorting?.field, ...settings.conditions.map(({ field }) => field)];
  const usual = readable.filter(({ name }, index) => index < DEFAULT_COLUMNS || used.includes(name));
  const shown = named.length > 0 ? named : usual;
  // A change of this key returns to the first page.
  const key = JSON.stringify([{ ...settings, isLive: undefined }, current.role, current.version, token.value]);
  return <Pages key={key} {...{ entity, model: current, settings, readable, shown }} />;
}

interface PagesProps {
  readonly entity: ConsoleEntity;
  readonly model: ConsoleModel;
  readonly settings: Settings;
  readonly readable: readonly ConsoleField[];
  readonly shown: readonly ConsoleField[];
}

function Pages({ entity, model: current, settings, readable, shown }: PagesProps): JSX.Element {
  const { conditions, sorting, size } = settings;
  /** Positions of the previous pages and of the current page. The position of the first page is undefined. */
  const [positions, setPositions] = useState<readonly (string | undefined)[]>([undefined]);
  const after = positions.at(-1);
  const index = positions.length - 1;
  const names = new Set([...entity.key, ...shown.map(({ name }) => name), ...linkFields(entity)]);
  const columns = readable.flatMap(({ name }) => (names.has(name) ? [name] : []));
  const request = {
    entity,
    columns,
    conditions,
    size,
    ...(sorting !== undefined && { sorting }),
    ...(after !== undefined && { after }),
  };
  const query = buildPageQuery(request, current, entityByName.value);
  const canBeLive = query.api === 'graphql' && entity.graphql?.isLive === true;
  const isLive = canBeLive && settings.isLive;
  const page = useResource(
    JSON.stringify([query, chosenRole.value, isLive]),
    async (signal, receive: Receive<RowPage & { readonly index: number }>) => {
      if (isLive) return followRows(request, query, signal, (rows) => receive(rows && { ...rows, index }));
      return { ...(await loadRows(request, query, signal)), index };
    },
  );
  const change = (changed: Partial<Settings>): void => writeSettings({ ...settings, ...changed });
  const actions = (
    <>
      {canBeLive && (
        <button
          type="button"
          class="button"
          aria-pressed={isLive}
          title="Update the rows when they change"
          onClick={() => change({ isLive: !isLive })}
        >
          <Icon name="requests" />
          Live
        </button>
      )}
      <button type="button" class="button" onClick={page.reload}>
        <Icon name="reload" />
        Reload
      </button>
    </>
  );
  return (
    <>
      <EntityHead entity={entity} page="data" actions={actions} />
      <div class="toolbar">
        <FilterBuilder
          entity={entity}
          isRest={query.api === 'rest'}
          conditions={conditions}
          onChange={(changed) => change({ conditions: changed })}
        />
        <ColumnMenu
          fields={readable}
          shown={shown.map(({ name }) => name)}
          onChange={(changed) => change({ columns: changed })}
        />
      </div>
      <Pager
        page={page}
        size={size}
        onSize={(changed) => change({ size: changed })}
        onPrevious={() => setPositions(positions.slice(0, -1))}
        onNext={(next) => setPositions([...positions, next])}
      />
      {page.failure !== undefined && <Failed failure={page.failure} retry={page.reload} />}
      {page.value === undefined && page.isLoading && <Loading what="rows" />}
      {page.value?.rows.length === 0 && (
        <Empty title="No rows">
          {conditions.length === 0 ? 'The table is empty, or a policy hides its rows.' : 'No row matches the filter.'}
        </Empty>
      )}
      {page.value !== undefined && page.value.rows.length > 0 && (
        <RowsTable
          entity={entity}
          fields={shown}
          rows={page.value.rows}
          sorting={sorting}
          isLoading={page.isLoading}
          onSort={(changed) => change({ sorting: changed })}
        />
      )}
      <SentQuery query={query} />
    </>
  );
}

interface PagerProps {
  /** `index` is the 0-based number of the page. */
  readonly page: Resource<RowPage & { readonly index: number }>;
  readonly size: number;
  readonly onSize: (size: number) => void;
  readonly onPrevious: () => void;
  readonly onNext: (next: string) => void;
}

function Pager({ page: { value, isLoading }, size, onSize, onPrevious, onNext }: PagerProps): JSX.Element {
  const index = value?.index ?? 0;
  const first = index * size + 1;
  const last = index * size + (value?.rows.length ?? 0);
  const total = value?.totalCount === undefined ? '' : ` of ${formatCount(value.totalCount)}`;
  const next = value?.next;
  // While rows load, buttons are only `aria-disabled`, because a disabled button loses the focus.
  return (
    <nav class="pager" aria-label="Pages of rows">
      <span role="status">
        {value === undefined
          ? ''
          : value.rows.length === 0
            ? countOf(0, 'row')
            : `Rows ${formatCount(first)}–${formatCount(last)}${total}`}
      </span>
      <label>
        Rows per page
        <select value={size} onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}>
          {sizes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="button"
        disabled={index === 0}
        aria-disabled={isLoading}
        onClick={() => !isLoading && onPrevious()}
      >
        Previous
      </button>
      <button
        type="button"
        class="button"
        disabled={next === undefined}
        aria-disabled={isLoading}
        onClick={() => next !== undefined && !isLoading && onNext(next)}
      >
        Next
      </button>
    </nav>
  );
}

function SentQuery({ query: { api, url, query, variables } }: { readonly query: PageQuery }): JSX.Element {
  const text = query ?? `GET ${decodeURIComponent(url)}`;
  const values = JSON.stringify(variables, null, 2);
  return (
    <details class="disclosure">
      <summary>
        <Icon name="chevron" />
        Request for these rows
      </summary>
      <div class="card">
        <Code text={text} language={api === 'graphql' ? 'graphql' : 'text'} label="Request" />
        {variables !== undefined && <Code text={values} language="json" label="Variables" />}
        <div class="actions">
          <CopyButton text={text} />
          {query !== undefined && (
            <a class="button" href={linkTo(['explain'], { query, variables: values })}>
              <Icon name="explain" />
              Explain
            </a>
          )}
        </div>
      </div>
    </details>
  );
}
