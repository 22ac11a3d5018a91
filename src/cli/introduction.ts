import { styleText } from 'node:util';
import type { Application } from '../app/application.ts';
import { findRight } from '../model/role-rights.ts';
import { sampleQuery } from '../server/graphql/sample-query.ts';
import { roleWithoutHeader } from '../server/identity/role-without-header.ts';
import { homePath, swaggerUiPath } from '../server/pages/page-paths.ts';
import type { CommandContext } from './command-context.ts';

interface IntroductionContext {
  /** URL of the development provider for sign-in. */
  readonly issuer: string | undefined;
  readonly context: Pick<CommandContext, 'stdout'>;
}

/** Prints the URL of the service. In development, also prints its pages, and commands to try. */
export function introduce(url: string, application: Application, { issuer, context }: IntroductionContext): void {
  context.stdout.write(`${url}\n`);
  if (application.config.runtime.mode !== 'development') return;
  context.stdout.write(formatIntroduction(url, application, { issuer, context }));
}

function formatIntroduction(url: string, application: Application, { issuer, context }: IntroductionContext): string {
  const bold = (text: string): string => styleText('bold', text, { stream: context.stdout });
  const { runtime } = application.config;
  const graphql = `${url}${runtime.graphql.path}`;
  const sample = samplePath(application);
  const swagger = swaggerUiPath(runtime);
  const home = homePath(runtime);
  const consolePage =
    home === undefined ? '' : `${url}${home}  Console: entities, permissions, data, and requests\n        `;
  const page =
    swagger === undefined ? '' : `\n        ${url}${swagger}  Swagger UI: documents the REST API, and sends requests`;
  const rest = sample === undefined ? '' : `\n        ${restLine(url + sample)}`;
  const signIn =
    issuer === undefined
      ? ''
      : `  ${bold('Sign in')}  on any of these pages, with the provider at ${issuer} (no password)\n`;
  return `
  ${bold('Open')}  ${consolePage}${graphql}  GraphiQL: query editor with the schema${page}
        ${url}/health   reports whether the database responds
  ${bold('Try')}   ${curlLine(graphql, sampleQuery(application))}${rest}
${signIn}  ${bold('Stop')}  Ctrl+C
`;
}

/** Returns a curl command for a POSIX shell. */
function curlLine(url: string, query: string): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ') });
  return `curl ${url} -H 'Content-Type: application/json' -d '${body}'`;
}

/** Quotes the URL, because `$` is special in shells. */
const restLine = (url: string): string => `curl '${url}'`;

/** Returns the path of a short list that needs no role header. Undefined if no entity is suitable. */
function samplePath({ config, model }: Pick<Application, 'config' | 'model'>): string | undefined {
  if (!model.connections) return undefined;
  const role = roleWithoutHeader(config);
  const sample = model.entities.find(
    (entity) =>
      entity.rest.enabled && entity.operations.has('read') && (findRight(entity, role, 'read')?.fields.size ?? 0) > 0,
  );
  return sample && `${config.runtime.rest.path}/${encodeURI(sample.rest.path)}?$first=3`;
}
