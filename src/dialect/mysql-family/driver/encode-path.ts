import type { JsonPath } from '../../../scalars/json-path.ts';
import { quoted } from './encode-json.ts';

/**
 * A path as the servers read it, and the paths of what must be lists for it to lead anywhere: `$.a[0]` is `{"path":"$.\"a\"[0]",
 * "lists":["$.\"a\""]}`. For the servers any value is the first item of itself; for other stores it has none.
 */
export function encodePath(path: JsonPath): string {
  const texts = path.map((_, index) => pathText(path.slice(0, index)));
  return JSON.stringify({ path: pathText(path), lists: texts.filter((_, index) => path[index] === 0) });
}

const pathText = (path: JsonPath): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${quoted(step)}`)).join('')}`;
