import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { inspect, styleText } from 'node:util';
import type { Application, Explanation } from '../app/application.ts';
import { createDocuments, readDocument } from '../server/documents/documents.ts';
import type { GraphqlRequest } from '../server/graphql/read-request.ts';
import { findRole } from '../server/identity/find-role.ts';
import { readJson, requireMap } from '../server/read-body.ts';
import { type ConfigOption, openApplication } from './open-application.ts';

interface ExplainOptions extends ConfigOption {
  readonly variables?: string;
  readonly operation?: string;
  readonly role: string;
}

type Question = Pick<ExplainOptions, 'operation' | 'role'> & Pick<GraphqlRequest, 'query' | 'variables'>;

/** `joinery explain`: plan, SQL and parameters of one operation. @throws Refusal as a server would refuse it */
export async function explain(file: string, options: ExplainOptions): Promise<void> {
  const query = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const variables = requireMap(readJson(options.variables ?? '{}', '--variables'), '--variables');
  const { application } = await openApplication(options);
  try {
    process.stdout.write(print(explainQuery(application, { ...options, query, variables })));
  } finally {
    await application.close();
  }
}

function explainQuery(application: Application, { query, variables, operation, role }: Question): Explanation {
  const { schema, model } = application;
  const documents = createDocuments({
    schema,
    introspection: true,
    cacheBytes: 1,
    limits: application.config.runtime.limits,
  });
  const read = readDocument(documents, query);
  if ('refusals' in read) throw new AggregateError(read.refusals);
  const identity = { role: findRole(role, model), claims: {} };
  return application.explain({ document: read.document, operationName: operation, variables, identity });
}

function print({ plan, statements }: Explanation): string {
  const heading = (title: string): string => styleText('bold', title, { stream: process.stdout });
  const parts = statements.map(({ text: sql, values, when = '' }) => {
    const parameters = values.map((value, index) => `  $${index + 1} = ${show(value)}\n`);
    return `${heading(when === '' ? 'Statement' : `Statement (${when})`)}\n${sql}\n${values.length > 0 ? `\n${heading('Parameters')}\n${parameters.join('')}` : ''}`;
  });
  const named = JSON.parse(JSON.stringify(plan, nameParts));
  return [`${heading('Plan')}\n${show(named)}\n`, ...parts].join('\n');
}

/** A value as source text, nested ones too, in colours where the terminal has them. */
function show(value: unknown): string {
  return inspect(value, { depth: null, breakLength: 100, compact: 4, colors: process.stdout.hasColors?.() ?? false });
}

/** Puts names in place of entities and fields of the Model. */
function nameParts(key: string, value: unknown): unknown {
  const named = (key === 'entity' || key === 'field') && typeof value === 'object' && value !== null && 'name' in value;
  return named ? value.name : value;
}
