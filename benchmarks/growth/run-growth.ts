import { fileURLToPath } from 'node:url';
import { parse } from 'graphql';
import { Client } from 'pg';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import type { ExplainedStatement } from '../../src/app/explain.ts';
import { Stages } from '../../src/base/stages.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { ANONYMOUS } from '../../src/model/identity.ts';
import { type Fit, fitGrowth } from '../micro/fit.ts';
import { withDatabase } from '../support/with-database.ts';
import { makeTables } from './make-tables.ts';
import { type GrowthQuestion, growthQuestions } from './questions.ts';

/** How one question's statement grows with the size of the table. */
export interface TableGrowth {
  readonly question: string;
  /** Rows of the table of orders. */
  readonly sizes: readonly number[];
  /** Pages of 8 KiB that the statement looks at. */
  readonly buffers: readonly number[];
  /** For a round trip of the prepared statement, the least of many. */
  readonly microseconds: readonly number[];
  /** Of the buffers. */
  readonly fit: Fit;
  readonly why: string;
}

const SIZES = [10_000, 100_000, 1_000_000];

const TIMES = 300;

interface Seen {
  readonly buffers: number;
  readonly microseconds: number;
}

/** Asks the same of tables of several sizes, each in a PostgreSQL of its own. */
export async function runGrowth(): Promise<readonly TableGrowth[]> {
  const seen: (readonly Seen[])[] = [];
  for (const size of SIZES) seen.push(await lookAt(size));
  return growthQuestions.map(({ title, why }, index) => {
    const of = (pick: (seen: Seen) => number) => seen.flatMap((ofSize) => ofSize.slice(index, index + 1).map(pick));
    const buffers = of((one) => one.buffers);
    const points = SIZES.map((size, at) => ({ size, value: buffers[at] ?? Number.NaN }));
    const microseconds = of((one) => one.microseconds);
    return { question: title, sizes: SIZES, buffers, microseconds, fit: fitGrowth(points), why };
  });
}

/** Every question at one size, in order. */
const lookAt = (size: number): Promise<readonly Seen[]> =>
  withDatabase(makeTables(size), async ({ connectionString }) => {
    const file = fileURLToPath(new URL('../requests/joinery.json', import.meta.url));
    const { config } = readConfig(file, { DATABASE_URL: connectionString });
    const client = new Client({ connectionString });
    await client.connect();
    const application = await boot(config, () => undefined);
    try {
      await client.query('vacuum analyze');
      const seen: Seen[] = [];
      for (const question of growthQuestions) {
        const variables = question.variables(size, await cursorIn(question, size, application));
        const document = parse(question.document);
        const asked = { document, operationName: undefined, variables, identity: ANONYMOUS };
        const [statement] = application.explain(asked).statements;
        if (statement === undefined) throw new Error(`Nothing is asked of the database: ${question.title}`);
        seen.push(await lookAtStatement(statement, question.title, client));
      }
      return seen;
    } finally {
      await application.close();
      await client.end();
    }
  });

/** A cursor in the middle of the order that the question asks for; empty where it takes none. */
async function cursorIn({ document: text }: GrowthQuestion, size: number, application: Application): Promise<string> {
  if (!text.includes('$after')) return '';
  const order = text.includes('placed_at: ASC') ? ', orderBy: { placed_at: ASC }' : '';
  const document = parse(`{ orders_connection(first: 1, offset: ${size / 2}${order}) { endCursor } }`);
  const asked = { document, operationName: undefined, variables: {}, identity: ANONYMOUS, stages: new Stages() };
  const result = await application.answer(asked);
  if (result.kind !== 'answered') throw new Error('There is no cursor in the middle.');
  return JSON.parse(result.data).orders_connection.endCursor;
}

async function lookAtStatement({ text, values }: ExplainedStatement, name: string, client: Client): Promise<Seen> {
  const given = [...values];
  const explain = `explain (analyze, buffers, format json) ${text}`;
  const plans = await client.query({ text: explain, values: given, rowMode: 'array' });
  const plan: Readonly<Record<string, number>> = plans.rows[0]?.[0]?.[0]?.Plan ?? {};
  let microseconds = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await client.query({ name, text, values: given, rowMode: 'array' });
    microseconds = Math.min(microseconds, (performance.now() - started) * 1000);
    // A page deep inside of a large table takes long enough to be told from noise at once.
    if (time > 10 && microseconds > 20_000) break;
  }
  return { buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), microseconds };
}
