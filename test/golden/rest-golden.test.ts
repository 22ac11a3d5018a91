import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerRequest, Application } from '../../src/app/application.ts';
import { Refusal } from '../../src/base/errors.ts';
import { FilterValue } from '../../src/odata/filter-value.ts';
import { printExpression } from '../../src/odata/print-expression.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootShop } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';
import { withDigits } from './with-digits.ts';

/**
 * Each request is turned into a document, planned, printed and answered for every dialect. `request.http` is the request; the
 * other files are rewritten with `vitest run test/golden -u`. A dialect that cannot do a case has `<dialect>.unsupported`.
 */
const dialects = [
  { name: 'postgres', server: 'postgres' },
  { name: 'mariadb', server: 'mariadb' },
] as const;

const cases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.startsWith('rest-'))
  .map(({ name }) => ({ name, folder: join(import.meta.dirname, name) }));

it('there are cases of REST', () => {
  expect(cases.length).toBeGreaterThan(9);
});

for (const { name: dialect, server } of dialects) {
  describeOn(server, `golden cases of REST on ${dialect}`, () => {
    let shared: ServedRest;
    const asked: AnswerRequest[] = [];
    const serve = async (app: Application) =>
      serveRest({
        ...app,
        answer: (request) => {
          asked.push(request);
          return app.answer(request);
        },
      });
    beforeAll(async () => {
      shared = await serve(await bootShop(server));
    });
    afterAll(() => shared.close());

    /** What changes data has a shop of its own. */
    async function onShop(name: string, file: string, work: (rest: ServedRest) => Promise<void>): Promise<void> {
      if (file.startsWith('GET ') || server === 'mariadb') return work(shared);
      const own = await serve(await bootShop(server, { database: `golden_${name.replaceAll('-', '_')}` }));
      return work(own).finally(() => own.close());
    }

    it.each(cases)('$name is composed, planned, printed and answered as written down', ({ name, folder }) => {
      const file = readFileSync(join(folder, 'request.http'), 'utf8');
      return onShop(name, file, (rest) => holds({ folder, file }, rest));
    });

    async function holds({ folder, file }: { folder: string; file: string }, rest: ServedRest): Promise<void> {
      const inFolder = (name: string) => join(folder, name);
      asked.length = 0;
      const answer = await send(file, rest);
      const [request] = asked;
      if (request === undefined) {
        // Not even asked of the application: refused as a path that there is not, or a method that it does not take.
        const { code, message } = answer.body.error;
        const allow = code === 'EntityNotFound' ? undefined : expect.stringMatching('OPTIONS$');
        expect([answer.status, answer.headers.allow]).toEqual([code === 'EntityNotFound' ? 404 : 405, allow]);
        await expect(`${code}: ${message}\n`).toMatchFileSnapshot(inFolder(`${dialect}.unsupported`));
        return;
      }
      await expect(printRequest(request)).toMatchFileSnapshot(inFolder('document.graphql'));
      const statements = explainOrRefuse(request, rest);
      if (statements instanceof Refusal) {
        expect(answer.status).toBe(statements.status);
        await expect(`${statements.code}: ${statements.message}\n`).toMatchFileSnapshot(
          inFolder(`${dialect}.unsupported`),
        );
        return;
      }
      await expect(statements).toMatchFileSnapshot(inFolder(`${dialect}.sql`));
      const { status, headers, text } = answer;
      const told = Object.entries({
        link: headers.link,
        location: headers.location?.replace(rest.origin, ''),
        ...(request.document.loc?.source.body.startsWith('mutation') && { etag: headers.etag }),
      }).filter(([, value]) => value !== undefined);
      const body = text === '' ? {} : { body: withDigits(text) };
      const written = { status, ...Object.fromEntries(told), ...body };
      const expected = existsSync(inFolder(`${dialect}.differs`)) ? `answer.${dialect}.json` : 'answer.json';
      await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(inFolder(expected));
    }
  });
}

/** Sends what a file has as the text of a request. */
function send(file: string, rest: ServedRest): ReturnType<ServedRest['ask']> {
  const [head = '', body] = file.trimEnd().split('\n\n');
  const [line = '', ...lines] = head.split('\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = Object.fromEntries(lines.map((header) => header.split(': ')));
  return rest.ask(url, { method, role: '', headers, ...(body !== undefined && { body }) });
}

/** The composed document, and its variables as a comment. */
function printRequest({ document, variables }: AnswerRequest): string {
  const printed = Object.entries(variables).map(([name, value]) => {
    const text = value instanceof FilterValue ? printExpression(value.condition) : JSON.stringify(value);
    return `# $${name} = ${text}\n`;
  });
  return `${printed.join('')}${print(document)}\n`;
}

/** The statements with the values that were bound. */
function explainOrRefuse(request: AnswerRequest, { application }: ServedRest): string | Refusal {
  try {
    const { statements } = application.explain(request);
    return statements
      .map(({ text, values, when }) => `${when ? `-- ${when}\n` : ''}${text}\n-- ${JSON.stringify(values)}\n`)
      .join('\n');
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
