import { fileURLToPath } from 'node:url';
import { parse } from 'graphql';
import { Client } from 'pg';
import type { Application, ExplainedStatement } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { type GrowthQuestion, growthQuestions } from './questions.ts';

const TIMES = 300;

export interface StatementCost {
  /** 8 KiB pages accessed. */
  readonly buffers: number;
  /** Minimum round trip of the prepared statement. */
  readonly microseconds: number;
}

/** @param size number of orders */
export async function measureQuestions(connectionString: string, size: number): Promise<readonly StatementCost[]> {
  const file = fileURLToPath(new URL('../requests/joinery.json', import.meta.url));
  const { config } = readConfig(file, { DATABASE_URL: connectionString, DATABASE_TYPE: 'postgresql' });
  const client = new Client({ connectionString });
  await client.connect();
  const application = await boot(config);
  try {
    await client.query('vacuum analyze');
    const costs: StatementCost[] = [];
    for (const question of growthQuestions) {
      const variables = question.variables(size, await cursorIn(question, size, application));
      const document = parse(question.document);
      const request = { document, operationName: undefined, variables, identity: ANONYMOUS };
      const [statement] = application.explain(request).statements;
      if (statement === undefined) throw new Error(`The query sends no statement: ${question.title}`);
      costs.push(await measureStatement(statement, question.title, client));
    }
    return costs;
  } finally {
    await application.close();
    await client.end();
  }
}

/** Returns a cursor in the middle of the rows, or an empty string if the query takes no cursor. */
async function cursorIn({ document: text }: GrowthQuestion, size: number, application: Application): Promise<string> {
  if (!text.includes('$after')) return '';
  const order = text.includes('placed_at: ASC') ? ', orderBy: { placed_at: ASC }' : '';
  const document = parse(`{ orders_connection(first: 1, offset: ${size / 2}${order}) { endCursor } }`);
  const request = { document, operationName: undefined, variables: {}, identity: ANONYMOUS };
  const result = await application.answer(request);
  if (result.kind !== 'answered') throw new Error('The query for a cursor in the middle failed.');
  return JSON.parse(result.data).orders_connection.endCursor;
}

async function measureStatement(
  { text, values }: ExplainedStatement,
  name: string,
  client: Client,
): Promise<StatementCost> {
  const parameters = [...values];
  const explain = `explain (analyze, buffers, format json) ${text}`;
  const plans = await client.query({ text: explain, values: parameters, rowMode: 'array' });
  const plan: Readonly<Record<string, number>> = plans.rows[0]?.[0]?.[0]?.Plan ?? {};
  let microseconds = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await client.query({ name, text, values: parameters, rowMode: 'array' });
    microseconds = Math.min(microseconds, (performance.now() - started) * 1000);
    // A slow page stands out from noise after a few runs.
    if (time > 10 && microseconds > 20_000) break;
  }
  return { buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), microseconds };
}
