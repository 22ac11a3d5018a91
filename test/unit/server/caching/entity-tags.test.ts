import { expect, test } from 'vitest';
import { itemTag, listTag } from '../../../../src/server/caching/entity-tags.ts';

test('a list has a weak ETag of its body, an item a strong ETag of row and body', () => {
  const [list, item] = [listTag('{"a":"é"}'), itemTag('x-_9', '{"a":"é"}')];
  expect(list).toMatch(/^W\/"[0-9a-f]{32}"$/);
  expect(item).toBe(`"x-_9-${list.slice(3)}`);
  expect(listTag('{"a":"e"}')).not.toBe(list);
});
