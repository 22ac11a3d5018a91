/** Splits a URL at its first `?`. Neither part contains this `?`. */
export function splitUrl(url = ''): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
