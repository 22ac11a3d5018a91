import { expect, it } from 'vitest';
import { settingsFor } from '../../../src/config/compatibility.ts';

it('settingsFor returns the naming and type rules of Joinery or Data API builder', () => {
  expect(settingsFor(undefined).graphql).toEqual({
    naming: 'pascal',
    plurals: 'english',
    nestedCreate: true,
    pluralIsConnection: false,
    orderByList: true,
    dateScalar: 'Date',
    byteScalar: 'Short',
    ignoresNullOperators: false,
    checksAreEnums: true,
  });
  expect(settingsFor('dab').graphql).toEqual({
    naming: 'as-is',
    plurals: 'humanizer',
    nestedCreate: false,
    pluralIsConnection: true,
    orderByList: false,
    dateScalar: 'DateTime',
    byteScalar: 'UnsignedByte',
    ignoresNullOperators: true,
    checksAreEnums: false,
  });
  expect(settingsFor('dab').limits).toEqual({ cost: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY });
});
