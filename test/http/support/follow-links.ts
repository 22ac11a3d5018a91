import { expect } from 'vitest';
import type { Asking, Item, RestAnswer, ServedRest } from './serve-rest.ts';

/** Relations of a `Link` header and their URLs. */
export const readLinks = ({ headers }: RestAnswer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...String(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url = '', relation = '']) => [
      relation,
      url,
    ]),
  );

export interface Walk {
  readonly pages: readonly RestAnswer[];
  readonly items: readonly Item[];
}

/** Every page from this URL on, as one relation leads; `nextLink` says the same as the header. */
export async function follow(
  rest: ServedRest,
  { from, by, asking }: { readonly from: string; readonly by: 'next' | 'prev'; readonly asking?: Asking },
): Promise<Walk> {
  const pages: RestAnswer[] = [];
  for (let url: string | undefined = from; url !== undefined; ) {
    const page: RestAnswer = await rest.ask(url, asking);
    expect(page.status, `${url} ${page.text.slice(0, 300)}`).toBe(200);
    pages.push(page);
    expect(pages.length, 'a walk ends').toBeLessThan(20_000);
    const links = readLinks(page);
    // A header that would be too long is left out.
    if (page.headers.link !== undefined) expect(page.body.nextLink).toBe(links.next);
    url = by === 'next' ? page.body.nextLink : links[by];
  }
  return { pages, items: pages.flatMap(({ body }) => body.value) };
}
