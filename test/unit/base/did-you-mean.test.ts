import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../src/base/did-you-mean.ts';
import { ACTIONS } from '../../../src/config/schema/entity.ts';
import { filterOperators } from '../../../src/scalars/operators.ts';

const text = filterOperators({ scalar: 'String', list: false, native: 'text', asText: false });
const list = filterOperators({ scalar: 'String', list: true, native: 'text[]', asText: false });
const listArguments = ['filter', 'search', 'orderBy', 'first', 'offset'];
const connectionArguments = [...listArguments, 'after', 'last', 'before'];
const options = ['$select', '$filter', '$search', '$orderby', '$first', '$top', '$skip', '$count', '$expand'];
const commands = ['start', 'validate', 'compile', 'explain'];

describe('suggestions for words of other products', () => {
  it.each([
    [
      'operators',
      text,
      '_eq→eq equals→eq _neq→neq ne→neq _like→contains like→contains _ilike→icontains _nlike→notContains notIn→nin _is_null→isNull starts_with→startsWith',
    ],
    ['operators of lists', list, '_contains→hasAll cs→hasAll hasSome→hasAny hasEvery→hasAll is_null→isNull'],
    [
      'arguments of a list',
      listArguments,
      'where→filter condition→filter limit→first take→first top→first skip→offset order_by→orderBy sort→orderBy q→search',
    ],
    ['arguments of a connection', connectionArguments, 'where→filter cursor→after order→orderBy'],
    [
      'options of a URL',
      options,
      'where→$filter limit→$first offset→$skip order→$orderby order_by→$orderby select→$select include→$expand count→$count',
    ],
    ['actions', ACTIONS, 'select→read insert→create patch→update remove→delete get→read exec→execute'],
    ['commands', commands, 'serve→start run→start dev→start check→validate schema→compile sql→explain'],
    ['database types', ['postgresql', 'mysql', 'mssql'], 'pg→postgresql postgres→postgresql sqlserver→mssql'],
    ['fields of a connection', ['items', 'totalCount'], 'nodes→items edges→items count→totalCount'],
  ])('include %s with the same meaning', (_place, known, pairs) => {
    for (const pair of pairs.split(' ')) {
      const [word = '', ours] = pair.split('→');
      expect([word, nearest(word, known)]).toEqual([word, ours]);
    }
  });

  it('rank above names of similar spelling', () => {
    expect(nearest('like', ['lte', 'contains'])).toBe('contains');
    expect(nearest('like', ['lte', 'likes'])).toBe('likes');
    expect(nearest('order', ['offset', 'orderBy'])).toBe('orderBy');
  });

  it('rank below another spelling of the name itself', () => {
    expect(nearest('Limit', ['first', 'limit'])).toBe('limit');
    expect(nearest('orderId', ['order', 'order_id'])).toBe('order_id');
  });
});

it('counts a transposition as one edit', () => {
  expect(nearest('nmae', ['id', 'name', 'email'])).toBe('name');
  expect(nearest('ttile', ['id', 'title'])).toBe('title');
  expect(nearest('di', ['id'])).toBe('id');
  expect(nearest('eamn', ['name'])).toBeUndefined();
});

it('suggests only known names', () => {
  const words = 'like where select limit type url run is contains count name __proto__ constructor $ _ * \u00e9'.split(
    ' ',
  );
  // Tests each word with every subset of four neighbors.
  for (const name of words) {
    for (let start = 0; start < words.length; start += 1) {
      for (let subset = 0; subset < 16; subset += 1) {
        const known = words.slice(start, start + 4).filter((_, index) => (subset & (1 << index)) !== 0);
        const guess = nearest(name, known);
        expect(guess === undefined || known.includes(guess)).toBe(true);
        expect(didYouMean(name, known)).toBe(guess === undefined ? '' : ` Did you mean "${guess}"?`);
      }
    }
  }
});
