import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { inspect, styleText } from 'node:util';
import type { Application, Explanation } from '../app/application.ts';
import { createDocuments, readDocument } from '../server/documents/documents.ts';
import type { GraphqlRequest } from '../server/graphql/read-request.ts';
import { readJson, requireJsonObject } from '../server/http/read-body.ts';
import { findRole } from '../server/identity/find-role.ts';
import { roleWithoutHeader } from '../server/identity/role-without-header.ts';
import type { CommandContext } from './command-context.ts';
import { type ConfigOption, openApplication } from './open-application.ts';

export interface ExplainOptions extends ConfigOption {
  readonly variables?: string;
  readonly operation?: string;
  readonly role?: string;
  /** Also requests the database's plan of a query. */
  readonly database?: boolean;
}

type ExplainRequest = Pick<ExplainOptions, 'operation' | 'role' | 'database'> &
  Pick<GraphqlRequest, 'variables'> & { readonly query: string };

/** Prints plan, SQL, and parameters of an operation, without running it. */
export async function explain(file: string, options: ExplainOptions, context: CommandContext): Promise<void> {
  const query = file === '-' ? await text(context.stdin) : await readFile(file, 'utf8');
  const variables = requireJsonObject(readJson(options.variables ?? '{}', '--variables'), '--variables');
  const { application } = await openApplication(options, context);
  try {
    const explanation = await explainQuery(application, { ...options, query, variables });
    context.stdout.write(formatExplanation(explanation, context));
  } finally {
    await application.close();
  }
}

async function explainQuery(
  application: Application,
  { query, variables, operation, role, database = false }: ExplainRequest,
): Promise<Explanation> {
  const { schema, model } = application;
  const documents = createDocuments({
    schema,
    introspection: true,
    cacheBytes: 1,
    limits: application.config.runtime.limits,
  });
  const read = readDocument(documents, query);
  if ('apiErrors' in read) throw new AggregateError(read.apiErrors);
  const identity = { role: findRole(role ?? roleWithoutHeader(application.config), model), claims: {} };
  const request = { document: read.document, operationName: operation, variables, identity };
  return database ? application.explainInDatabase(request) : application.explain(request);
}

function formatExplanation({ plan, statements }: Explanation, { stdout }: CommandContext): string {
  const heading = (title: string): string => styleText('bold', title, { stream: stdout });
  const show = (value: unknown): string =>
    inspect(value, { depth: null, breakLength: 100, compact: 4, colors: stdout.hasColors?.() ?? false });
  const parts = statements.map(({ text: sql, values, when = '', databasePlan, databaseError }) => {
    const parameters = values.map((value, index) => `  $${index + 1} = ${show(value)}\n`);
    const sections = [
      `${heading(when === '' ? 'Statement' : `Statement (${when})`)}\n${sql}\n`,
      ...(values.length > 0 ? [`${heading('Parameters')}\n${parameters.join('')}`] : []),
      ...(databasePlan === undefined ? [] : [`${heading('Plan of the database')}\n${databasePlan}\n`]),
      ...(databaseError === undefined ? [] : [`${heading('No plan of the database')}\n${databaseError}\n`]),
    ];
    return sections.join('\n');
  });
  const printable = JSON.parse(JSON.stringify(plan, replaceByName));
  return [`${heading('Plan')}\n${show(printable)}\n`, ...parts].join('\n');
}

function replaceByName(key: string, value: unknown): unknown {
  const isNameable =
    (key === 'entity' || key === 'field') && typeof value === 'object' && value !== null && 'name' in value;
  return isNameable ? value.name : value;
}
