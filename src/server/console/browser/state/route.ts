import { signal } from '@preact/signals';

export interface Route {
  /** `['entities', 'Order', 'data']` of `#/entities/Order/data?sort=-total`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** A parameter with several values is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

function readHash(): Route {
  const [path = '', query = ''] = splitOnce(location.hash.replace(/^#\/?/, ''), '?');
  const segments = path.split('/').filter((segment) => segment !== '');
  return { path: segments.map(decode), query: new URLSearchParams(query) };
}

const splitOnce = (text: string, separator: string): readonly string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/** Users can edit the hash, so a segment may be malformed. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const route = signal<Route>(readHash());

addEventListener('hashchange', () => {
  route.value = readHash();
});

/** Returns the target of a link to a view. */
export function linkTo(path: readonly string[], query: Query = {}): string {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : (value ?? [])).map((text) => [name, text]),
    ),
  );
  const suffix = parameters.size === 0 ? '' : `?${parameters}`;
  return `#/${path.map(encodeURIComponent).join('/')}${suffix}`;
}

/** Replaces all parameters of the current view, without an entry in the history. */
export function replaceQuery(query: Query): void {
  history.replaceState(null, '', linkTo(route.value.path, query));
  route.value = readHash();
}
