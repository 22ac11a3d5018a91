import type { Application } from '../../app/application.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { sampleListQuery } from '../graphql/sample-query.ts';
import { type ReachableEntity, reachableEntities } from '../rest/path/reachable-entities.ts';
import { choosesRole } from './role-choice.ts';

export interface TableOptions {
  readonly application: Application;
  readonly role: string;
  /** True if the role needs no header; only then do REST links work. */
  readonly linked: boolean;
  /** Path prefix that proxies removed. */
  readonly prefix: string;
  /** Hides rows without this string. */
  readonly filter?: string;
  /** Defaults to configuration order. */
  readonly sorted?: boolean;
}

export interface EntityTable {
  readonly html: string;
  readonly total: number;
  readonly shown: number;
}

/** Names break between words, so columns fit their content. Narrow screens get a card for each entity. */
export const TABLE_STYLE = `
  #entities { border-collapse: collapse; width: 100%; max-width: 84rem; }
  #entities :is(th, td) { padding: 0.35rem 1.5rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid light-dark(#e3e7ed, #2b323d); }
  #entities small { font-size: 0.75rem; }
  #entities td small { display: inline-block; }
  #entities th small { display: block; font-weight: 400; }
  #entities [hidden] { display: none; }
  @media (max-width: 600px) {
    #entities, #entities :is(tbody, tr, th, td) { display: block; }
    #entities thead { display: none; }
    #entities tr { padding: 0.6rem 0.8rem; margin: 0 0 0.6rem; border: 1px solid light-dark(#d9dee6, #333b48); border-radius: 0.5rem; }
    #entities :is(th, td) { padding: 0.1rem 0; border: 0; overflow-wrap: anywhere; }
    #entities td:empty { display: none; }
  }
`;

export function entityTable(options: TableOptions): EntityTable {
  const { application, role, filter = '', sorted = false } = options;
  const { rest, graphql } = application.config.runtime;
  const entities = reachableEntities(application.model, role);
  const ordered = sorted ? entities.toSorted((a, b) => compareNames(a.entity.name, b.entity.name)) : entities;
  const rows = ordered.map((reachable) => {
    const names = namesOf(reachable);
    const isShown = names.includes(filter.trim().toLowerCase());
    const html = `<tr data-names="${escapeHtml(names)}"${isShown ? '' : ' hidden'}>${renderRow(reachable, options)}</tr>`;
    return { html, isShown };
  });
  const heads = ['Entity', ...(rest.enabled ? ['REST'] : []), ...(graphql.enabled ? ['GraphQL'] : [])];
  const html = [
    '<table id="entities">',
    `<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((row) => row.html),
    '</tbody>',
    '</table>',
  ].join('\n');
  return { html, total: rows.length, shown: rows.filter(({ isShown }) => isShown).length };
}

const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

/** Lowercase, for the filter. */
const namesOf = ({ entity, graphql = '' }: ReachableEntity): string =>
  `${entity.name} ${entity.rest.path} ${graphql}`.toLowerCase();

function renderRow(reachable: ReachableEntity, options: TableOptions): string {
  const { rest, graphql } = options.application.config.runtime;
  const { name, description } = reachable.entity;
  const about = description === undefined ? '' : `<small>${escapeHtml(description)}</small>`;
  const cells = [
    ...(rest.enabled ? [restCell(reachable, rest.path, options)] : []),
    ...(graphql.enabled ? [graphqlCell(reachable, options)] : []),
  ];
  return `<th scope="row">${breakable(name)}${about}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}`;
}

function restCell(
  { entity, methods }: ReachableEntity,
  apiPath: string,
  { linked, prefix }: Pick<TableOptions, 'linked' | 'prefix'>,
): string {
  const all = [...new Set([...methods.collection, ...methods.item])].filter((method) => method !== 'HEAD');
  if (all.length === 0) return '';
  const path = `${apiPath}/${encodeURI(entity.rest.path)}`;
  const isList = entity.routine === undefined && methods.collection.includes('GET');
  return `${linkTo(path, linked && isList ? `${prefix}${path}?$first=3` : undefined)} <small>${all.join(' ')}</small>`;
}

function graphqlCell({ graphql }: ReachableEntity, { application, role, linked, prefix }: TableOptions): string {
  if (graphql === undefined) return '';
  const { runtime } = application.config;
  const query = linked || choosesRole(runtime) ? sampleListQuery(application, role, graphql) : undefined;
  const chosen = linked ? '' : `&role=${encodeURIComponent(role)}`;
  const page = `${prefix}${runtime.graphql.path}?query=${encodeURIComponent(query ?? '')}${chosen}`;
  return linkTo(graphql, query === undefined ? undefined : page);
}

const linkTo = (text: string, target: string | undefined): string =>
  target === undefined
    ? `<code>${breakable(text)}</code>`
    : `<a href="${escapeHtml(target)}"><code>${breakable(text)}</code></a>`;

/** Between words of `camelCase` and `snake_case`. */
const BREAKS = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[_\-./])(?=.)/u;

const breakable = (name: string): string =>
  name
    .split(BREAKS)
    .flatMap((word) => word.match(/.{1,16}/gsu) ?? [])
    .map(escapeHtml)
    .join('<wbr>');
