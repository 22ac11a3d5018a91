import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, answersOf, configurationFor, steps, tablesOn } from '../fixtures/dab/lamps.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import type { ServerName } from '../support/server-names.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

async function serve(server: ServerName): Promise<ServedRest> {
  const file = join(await makeTemporaryFolder(), 'tables.sql');
  await writeFile(file, tablesOn(server));
  const database = await createDatabase(server, 'dab_databases', [file]);
  return serveRest(await bootFile(configurationFor(server, database)));
}

/** Removes the cursor, because its floating-point format depends on the database. */
const withoutCursor = (answer?: Answer): Answer | undefined =>
  answer && { ...answer, text: answer.text.replace(/(?<=\$after=)[\w-]+/, '…') };

/** Returns every page after the first by following the links. */
async function pagesOf(rest: ServedRest, path: string): Promise<readonly unknown[]> {
  const pages: unknown[] = [];
  for (let url: string | undefined = path; url !== undefined; ) {
    const { body } = await rest.fetch(url, { role: '' });
    pages.push(body.value);
    url = body.nextLink;
  }
  return pages;
}

const paths = [
  '/api/lamps?$first=2',
  '/api/lamps?$first=2&$orderby=lumen%20desc',
  '/api/lamps?$first=1&$orderby=price,name%20desc&$select=name',
  '/api/Reading?$first=1',
];

describe('a configuration of Data API builder', () => {
  let wanted: { readonly answers: readonly Answer[]; readonly pages: readonly (readonly unknown[])[] };
  const sendAll = async (server: ServerName) => {
    const rest = await serve(server);
    try {
      const pages = [];
      for (const path of paths) pages.push(await pagesOf(rest, path));
      const answers = await answersOf(rest);
      expect(rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      return { answers, pages };
    } finally {
      await rest.close();
    }
  };
  beforeAll(async () => {
    wanted = await sendAll('postgres');
  });

  test('returns the expected pages and statuses on PostgreSQL', () => {
    expect(wanted.pages.map((pages) => pages.length)).toEqual([3, 3, 5, 3]);
    const statuses = wanted.answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 400, 404, 201, 204, 409]));
  });

  describe.each(['mysql', 'mariadb', 'sqlserver'] as const)('on %s', (server) => {
    describeOn(server, 'the same answers', () => {
      let found: typeof wanted;
      beforeAll(async () => {
        found = await sendAll(server);
      });

      test('returns the same pages as PostgreSQL', () => {
        expect(found.pages).toEqual(wanted.pages);
      });

      test.each(
        steps.map(
          ({ request, body, role }, index) =>
            [index, `${request} ${role ?? ''} ${JSON.stringify(body) ?? ''}`] as const,
        ),
      )('%i: %s', (index) => {
        const normalize = server === 'sqlserver' ? withoutCursor : (answer?: Answer) => answer;
        expect(normalize(found.answers[index])).toEqual(normalize(wanted.answers[index]));
      });
    });
  });
});
