import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConsoleEntity } from '../console-data.ts';
import { formatCount } from './parts/chips.tsx';
import { Icon, type IconName } from './parts/icons.tsx';
import { entities, problems } from './state/model.ts';
import { linkTo, route } from './state/route.ts';

const pages: readonly (readonly [path: string, title: string, icon: IconName])[] = [
  ['', 'Overview', 'overview'],
  ['diagram', 'Diagram', 'diagram'],
  ['permissions', 'Permissions', 'permissions'],
  ['explain', 'Explain', 'explain'],
  ['requests', 'Requests', 'requests'],
  ['problems', 'Problems', 'problems'],
];

/** On narrow screens, the list of entities opens on demand. */
export function Sidebar(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { path } = route.value;
  const current = path[0] ?? '';
  const pageList = useRef<HTMLElement>(null);
  useEffect(() => {
    // Narrow screens show only a part of the list.
    pageList.current
      ?.querySelector(`[href="${linkTo(current === '' ? [] : [current])}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  useEffect(() => setOpen(false), [route.value]);
  return (
    <div class="sidebar">
      <div class="sidebar-content">
        <nav class="pages" aria-label="Console" ref={pageList}>
          {pages.map(([name, title, icon]) => (
            <a key={name} href={linkTo(name === '' ? [] : [name])} aria-current={name === current ? 'page' : undefined}>
              <Icon name={icon} />
              {title}
              {name === 'problems' && <ProblemCount />}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="sidebar-toggle"
          aria-expanded={isOpen}
          aria-controls="entity-list"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="list" />
          {current === 'entities' ? (path[1] ?? 'Entities') : 'Entities'}
          <span class="count">{formatCount(entities.value.length)}</span>
          <Icon name="chevron" />
        </button>
        <EntityList isOpen={isOpen} />
      </div>
    </div>
  );
}

function ProblemCount(): JSX.Element | null {
  const list = problems.value?.problems ?? [];
  if (list.length === 0) return null;
  const tone = list.some(({ severity }) => severity === 'error') ? 'bad' : 'warn';
  return <span class={`count ${tone}`}>{formatCount(list.length)}</span>;
}

/** Returns the text that a search compares. */
const searchText = ({ name, source }: ConsoleEntity): string => `${name} ${source.name}`.toLowerCase();

function EntityList({ isOpen }: { readonly isOpen: boolean }): JSX.Element {
  const [search, setSearch] = useState('');
  const box = useRef<HTMLElement>(null);
  const all = entities.value;
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/);
    return all.filter((entity) => words.every((word) => searchText(entity).includes(word)));
  }, [all, search]);
  const links = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const list = links();
    const at = list.indexOf(document.activeElement as HTMLElement);
    const next = at + step;
    if (next < 0) box.current?.querySelector('input')?.focus();
    else list[Math.min(next, list.length - 1)]?.focus();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const [first] = found;
    if (search !== '' && first !== undefined) location.hash = linkTo(['entities', first.name]);
  };
  return (
    <section id="entity-list" class={isOpen ? 'open' : ''} aria-label="Entities" ref={box} onKeyDown={move}>
      <search>
        <form onSubmit={submit}>
          <Icon name="search" />
          <input
            id="entity-search"
            type="search"
            placeholder="Search entities"
            aria-label="Search entities"
            aria-keyshortcuts="/"
            autocomplete="off"
            spellcheck={false}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setSearch('');
            }}
          />
          <kbd>/</kbd>
        </form>
      </search>
      <p class="list-count" role="status">
        {found.length === all.length
          ? `${formatCount(all.length)} entities`
          : `${formatCount(found.length)} of ${formatCount(all.length)} entities`}
      </p>
      <Names found={found} />
    </section>
  );
}

function Names({ found }: { readonly found: readonly ConsoleEntity[] }): JSX.Element {
  const [first, current, page] = route.value.path;
  const selected = first === 'entities' ? current : undefined;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [selected]);
  return (
    <ul ref={list}>
      {found.map(({ name, isReachable, source }) => (
        <li key={name}>
          <a
            href={linkTo(['entities', name, ...(page === 'data' && hasRows(source) ? ['data'] : [])])}
            aria-current={name === selected ? 'page' : undefined}
            class={isReachable ? '' : 'unreachable'}
            title={isReachable ? undefined : 'The role has no rights.'}
          >
            <span class={`kind ${source.kind}`} aria-hidden="true" />
            <span class="name">{name}</span>
            {!isReachable && <Icon name="lock" />}
          </a>
        </li>
      ))}
    </ul>
  );
}

const hasRows = ({ kind }: ConsoleEntity['source']): boolean => kind === 'table' || kind === 'view';
