import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { Pool } from 'pg';
import type { Application } from '../../../src/app/application.ts';
import { ConfigurationError, type Problem } from '../../../src/base/problem.ts';
import { type Item, type ServedRest, serveRest } from '../../http/support/serve-rest.ts';
import { bootFile } from '../../support/boot-file.ts';
import { type Configured, configureReferences, configureRelations } from './configure-relations.ts';
import { describeRelations, type Relation } from './describe-relations.ts';
import { Judge } from './judge.ts';
import { readPublished } from './published.ts';
import { queryGraphql, type Walked } from './walked.ts';

/** A database served as a whole, and the problems reported at startup. */
export interface Walk {
  readonly relations: readonly Relation[];
  readonly entities: readonly Walked[];
  /** Errors of the first start, and warnings. */
  readonly problems: readonly Problem[];
  readonly refused: readonly Configured[];
  readonly rest: ServedRest;
  readonly pool: Pool;
  /** `Entity.field: message` for everything checked so far. */
  readonly reports: string[];
  close(): Promise<void>;
}

/** Number of items per entity that are checked individually. */
const MOST_ITEMS = 100;

/** Serves every relation of a database, except those that the service rejects with a reason. */
export async function startWalk(url: string): Promise<Walk> {
  const pool = new Pool({ connectionString: url, options: '-c timezone=UTC', max: 4 });
  const relations = await describeRelations(pool);
  const configured = await configureRelations(pool, relations);
  const { application, problems, served } = await start(url, configured);
  const rest = await serveRest(application);
  const reports: string[] = [];
  const introspection = (await queryGraphql(rest, getIntrospectionQuery())) as unknown as IntrospectionQuery;
  const judge = new Judge(pool);
  const entities: Walked[] = [];
  const isReported = (entity: string): boolean =>
    problems.some(({ path, message }) => path[1] === entity || message.split(/[^\w]+/).includes(entity));
  for (const entry of served) {
    const { entity } = entry;
    const references = new Map(configureReferences(entry, served).map(({ name, foreignKey }) => [name, foreignKey]));
    const modeled = application.model.byName.get(entity);
    const columnOf = (field: string) => modeled?.fieldByName.get(field)?.column;
    const published = readPublished(introspection, entry, modeled?.graphql.type ?? entity, columnOf);
    if (published === undefined) {
      if (!isReported(entity)) reports.push(`${entity}: is not in the schema, without a report`);
      continue;
    }
    // Unreadable relations are skipped, but the service must report them.
    const rows = await judge.count(published, 'true').catch(() => undefined);
    if (rows === undefined) {
      if (!isReported(entity)) reports.push(`${entity}: cannot be read, without a report`);
      continue;
    }
    const report: Walked['report'] = (what, field) =>
      reports.push(`${entity}${field === undefined ? '' : `.${field.name}`}: ${what}`);
    const names = published.fields.map(({ name }) => name).join(' ');
    const read = await queryGraphql(
      rest,
      `{ read: ${published.connection}(first: ${MOST_ITEMS}) { totalCount items { ${names || '__typename'} } } }`,
    ).catch((error: Error) => report(error.message));
    const items = (read?.read?.items ?? []) as readonly Item[];
    entities.push({ published, rest, application, pool, references, judge, items, rows, report });
  }
  const refused = configured.filter(({ relation }) => !served.some((candidate) => candidate.relation === relation));
  const close = async (): Promise<void> => {
    await Promise.all([rest.close(), pool.end()]);
  };
  return { relations, entities, problems, refused, rest, pool, reports, close };
}

interface Started {
  readonly application: Application;
  readonly problems: readonly Problem[];
  readonly served: readonly Configured[];
}

async function start(url: string, configured: readonly Configured[]): Promise<Started> {
  const problems: Problem[] = [];
  let served = configured;
  // A rejected name is changed once; relations that are still rejected are skipped.
  for (let isRenamed = false; ; ) {
    try {
      const application = await bootFile(
        {
          'data-source': { 'database-type': 'postgresql', 'connection-string': url },
          runtime: { host: { mode: 'development' }, limits: { 'url-bytes': 65536 } },
          entities: Object.fromEntries(served.map((entry) => [entry.entity, withReferences(entry, served)])),
        },
        (problem) => problems.push(problem),
      );
      return { application, problems, served };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const errors = error.problems.filter(({ severity }) => severity === 'error');
      problems.push(...errors);
      const named = new Set(errors.map(({ path }) => String(path[1])));
      const remaining = served.flatMap((entry) =>
        !named.has(entry.entity) ? [entry] : isRenamed ? [] : [{ ...entry, entity: `${entry.entity}Row` }],
      );
      if (named.size === 0) throw error;
      isRenamed = true;
      served = remaining;
    }
  }
}

function withReferences(entry: Configured, served: readonly Configured[]): object {
  const references = configureReferences(entry, served);
  return { ...entry.config, relationships: Object.fromEntries(references.map(({ name, config }) => [name, config])) };
}
