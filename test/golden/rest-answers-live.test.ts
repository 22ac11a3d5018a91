import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootShop, serveEveryHost } from '../support/boot-shop.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { storesOfShop } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { expectAnswer } from './expect-answer.ts';
import { type RestCase, readRestCases } from './read-cases.ts';
import { sendFile } from './send-file.ts';
import { withDigits } from './with-digits.ts';
import { withRegistrar } from './with-registrar.ts';

/** Sends each request of `rest-statements.test.ts` on every dialect. `vitest run test/golden -u` updates the files. */
const cases = readRestCases();

const inDabStyle = (config: Config): Config => serveEveryHost(withRegistrar(withDabStyle(config)));

for (const { name: dialect } of storesOfShop) {
  describeOn(dialect, `answers of golden cases of REST on ${dialect}`, () => {
    let shared: ServedRest;
    let sharedDab: ServedRest;
    beforeAll(async () => {
      shared = await serveRest(await bootShop({ server: dialect, change: serveEveryHost }));
      sharedDab = await serveRest(await bootShop({ server: dialect, change: inDabStyle }));
    });
    afterAll(() => Promise.all([shared.close(), sharedDab.close()]));

    /** Gives each changing request its own shop. */
    async function onShop(
      { name, folder, file, dab }: RestCase,
      work: (rest: ServedRest) => Promise<void>,
    ): Promise<void> {
      if (file.startsWith('GET ') || existsSync(join(folder, `${dialect}.unsupported`)))
        return work(dab ? sharedDab : shared);
      const own = await serveRest(
        await bootShop({
          server: dialect,
          database: `golden_${name.replaceAll('-', '_')}`,
          change: dab ? inDabStyle : serveEveryHost,
        }),
      );
      return work(own).finally(() => own.close());
    }

    it.each(cases)('$name matches its golden answer', (golden) =>
      onShop(golden, async (rest) => {
        const inFolder = (name: string): string => join(golden.folder, name);
        const answer = await sendFile(golden.file, rest);
        if (existsSync(inFolder(`${dialect}.unsupported`))) {
          const [code] = readFileSync(inFolder(`${dialect}.unsupported`), 'utf8').split(':');
          expect(answer.body.error.code).toBe(code);
          return;
        }
        const { status, headers, text } = answer;
        const checkedHeaders = Object.entries({
          link: headers.link,
          location: headers.location?.replace(rest.origin, ''),
          ...(!golden.file.startsWith('GET ') && { etag: headers.etag }),
        }).filter(([, value]) => value !== undefined);
        const body = text === '' ? {} : { body: withDigits(text) };
        const written = { status, ...Object.fromEntries(checkedHeaders), ...body };
        await expectAnswer(`${JSON.stringify(written, null, 2)}\n`, golden, dialect);
      }),
    );
  });
}
