import type { Application } from '../../app/application.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { sampleListQuery } from '../graphql/sample-query.ts';
import { type ReachableEntity, reachableEntities } from '../rest/path/reachable-entities.ts';

/** What a table of entities is made from. */
export interface TableOptions {
  readonly application: Application;
  readonly role: string;
  /** Whether somebody who follows a link asks by this role. */
  readonly linked: boolean;
}

/** The entities that the role can reach, as an HTML table: each with its address in both APIs. */
export function entityTable({ application, role, linked }: TableOptions): string {
  const { rest, graphql } = application.config.runtime;
  const rows = reachableEntities(application.model, role).map((reachable) => {
    const { name, description } = reachable.entity;
    const about = description === undefined ? '' : ` title="${escapeHtml(description)}"`;
    const cells = [
      ...(rest.enabled ? [restCell(reachable, rest.path, linked)] : []),
      ...(graphql.enabled ? [graphqlCell(reachable, { application, role, linked })] : []),
    ];
    return `  <tr><th scope="row"${about}>${escapeHtml(name)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<table id="entities">\n${rows.join('\n')}\n</table>`;
}

function restCell({ entity, methods }: ReachableEntity, apiPath: string, linked: boolean): string {
  const all = [...new Set([...methods.collection, ...methods.item])].filter((method) => method !== 'HEAD');
  if (all.length === 0) return '';
  const path = `${apiPath}/${encodeURI(entity.rest.path)}`;
  const isList = entity.routine === undefined && methods.collection.includes('GET');
  return `${linkTo(path, linked && isList ? `${path}?$first=3` : undefined)} <small>${all.join(' ')}</small>`;
}

function graphqlCell({ graphql }: ReachableEntity, { application, role, linked }: TableOptions): string {
  if (graphql === undefined) return '';
  const query = linked ? sampleListQuery(application, role, graphql) : undefined;
  const page = `${application.config.runtime.graphql.path}?query=${encodeURIComponent(query ?? '')}`;
  return linkTo(graphql, query === undefined ? undefined : page);
}

const linkTo = (text: string, target: string | undefined): string =>
  target === undefined
    ? `<code>${escapeHtml(text)}</code>`
    : `<a href="${escapeHtml(target)}"><code>${escapeHtml(text)}</code></a>`;
