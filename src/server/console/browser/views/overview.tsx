import type { JSX } from 'preact';
import type { ConsoleModel } from '../../console-data.ts';
import { countOf, formatCount } from '../parts/chips.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ViewHead } from '../parts/states.tsx';
import { model, problems } from '../state/model.ts';
import { linkTo } from '../state/route.ts';
import { Examples } from './entity/examples.tsx';

const databaseNames: Readonly<Record<ConsoleModel['databaseType'], string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  mssql: 'SQL Server',
  mongodb: 'MongoDB',
};

export function OverviewView(): JSX.Element | null {
  const current = model.value;
  if (current === undefined) return null;
  const { entities, roles, role } = current;
  const reachable = entities.filter(({ isReachable }) => isReachable);
  const sample = reachable.find(({ examples }) => examples.length > 0);
  return (
    <>
      <ViewHead title="Overview">
        <p class="lead">
          {countOf(entities.length, 'entity', 'entities')} of a {databaseNames[current.databaseType]} database. The role{' '}
          <b>{role}</b> can reach {reachable.length === entities.length ? 'all of them' : formatCount(reachable.length)}
          .
        </p>
      </ViewHead>
      <Counts current={current} />
      <Links current={current} />
      {sample !== undefined && (
        <section>
          <h2>Try it</h2>
          <p class="muted">
            A request for <a href={linkTo(['entities', sample.name])}>{sample.name}</a>, in the role {role}.
          </p>
          <Examples entity={sample} model={current} initial="curl" />
        </section>
      )}
      {roles.length > 1 && <Roles current={current} />}
    </>
  );
}

function Counts({ current }: { readonly current: ConsoleModel }): JSX.Element {
  const { entities, roles } = current;
  const fields = entities.reduce((sum, { fields: own }) => sum + own.length, 0);
  const relationships = entities.reduce((sum, { relationships: own }) => sum + own.length, 0);
  const found = problems.value?.problems ?? [];
  const isFatal = found.some(({ severity }) => severity === 'error');
  const counts: readonly (readonly [number, string, string, string?])[] = [
    [entities.length, 'Entities', 'diagram'],
    [fields, 'Fields', 'diagram'],
    [relationships, 'Relationships', 'diagram'],
    [roles.length, 'Roles', 'permissions'],
    [found.length, 'Problems', 'problems', found.length === 0 ? 'good' : isFatal ? 'bad' : 'warn'],
  ];
  return (
    <ul class="counts">
      {counts.map(([count, label, target, tone = '']) => (
        <li key={label}>
          <a href={linkTo([target])} class={tone}>
            <b>{formatCount(count)}</b> {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Links({ current }: { readonly current: ConsoleModel }): JSX.Element {
  const { graphql, graphiql, rest, swaggerUi, openApi, health } = current.paths;
  const graphqlUse =
    graphiql === undefined ? 'Endpoint for clients' : 'Query editor with the schema, or the endpoint for clients';
  const links: readonly (readonly [string | undefined, string, string, IconName])[] = [
    [graphql, 'GraphQL', graphqlUse, 'explain'],
    [rest, 'REST', 'Entities of the role, with their paths', 'list'],
    [swaggerUi, 'Swagger UI', 'Documentation of the REST API for each role', 'overview'],
    [openApi, 'OpenAPI', 'Description of the REST API for code generators', 'columns'],
    [health, 'Health', 'Reports whether the database responds', 'requests'],
  ];
  return (
    <ul class="links">
      {links.map(
        ([path, title, description, icon]) =>
          path !== undefined && (
            <li key={title}>
              <a href={path}>
                <Icon name={icon} />
                <span class="link-title">{title}</span>
                <code>{path}</code>
                <span class="muted">{description}</span>
              </a>
            </li>
          ),
      )}
    </ul>
  );
}

const actions = ['read', 'create', 'update', 'delete', 'execute'] as const;

function Roles({ current }: { readonly current: ConsoleModel }): JSX.Element {
  const { entities, roles, role } = current;
  return (
    <section>
      <h2>Entities by role</h2>
      <table class="grid stack roles">
        <thead>
          <tr>
            <th scope="col">Role</th>
            {actions.map((action) => (
              <th key={action} scope="col" class="number">
                {action}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roles.map((name) => (
            <tr key={name} class={name === role ? 'selected' : ''}>
              <th scope="row">
                <a href={linkTo(['permissions'], { role: name })}>{name}</a>
              </th>
              {actions.map((action) => {
                const count = entities.filter(({ rights }) => rights[name]?.[action] !== undefined).length;
                return (
                  <td key={action} class={`number ${count === 0 ? 'muted' : ''}`} data-label={action}>
                    {formatCount(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
