import { expect } from 'vitest';
import type { Item, RequestOptions, RestAnswer, ServedRest } from './serve-rest.ts';

/** Returns the URLs of a `Link` header by relation. */
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

/** Follows one relation from this URL, and returns every page. Checks that `nextLink` equals the header. */
export async function follow(
  rest: ServedRest,
  {
    from,
    by,
    request: options,
  }: { readonly from: string; readonly by: 'next' | 'prev'; readonly request?: RequestOptions },
): Promise<Walk> {
  const pages: RestAnswer[] = [];
  for (let url: string | undefined = from; url !== undefined; ) {
    const page: RestAnswer = await rest.fetch(url, options);
    expect(page.status, `${url} ${page.text.slice(0, 300)}`).toBe(200);
    pages.push(page);
    expect(pages.length, 'links end after a finite number of pages').toBeLessThan(20_000);
    const links = readLinks(page);
    // The header is omitted if it would be too long.
    if (page.headers.link !== undefined) expect(page.body.nextLink).toBe(links.next);
    url = by === 'next' ? page.body.nextLink : links[by];
  }
  return { pages, items: pages.flatMap(({ body }) => body.value) };
}
