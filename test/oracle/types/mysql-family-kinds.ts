import type { FamilyName } from '../../support/create-on-mysql-family.ts';
import type { Kind } from './kind.ts';

/** Types that only MariaDB has. */
const mariadbKinds: readonly Kind[] = [
  {
    name: 'Address',
    type: 'inet6',
    values: ['::1', '::2', '::ffff:10.0.0.1', '2001:db8::1', '2001:0db8:0::1', 'fe80::1', '::'],
    has: 'order',
    invalid: '10.0.0.300',
  },
  {
    name: 'Four',
    type: 'inet4',
    values: ['10.0.0.1', '9.0.0.1', '192.168.0.10', '192.168.0.9'],
    has: 'order',
    invalid: '::1',
  },
  {
    name: 'Code',
    type: 'uuid',
    values: [
      '00000000-0000-7000-8000-000000000000',
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      '123e4567-e89b-12d3-a456-426614174000',
    ],
    has: 'order',
  },
];

const commonKinds: readonly Kind[] = [
  {
    name: 'Rating',
    type: "enum('PG-13','G','R','NC-17','it''s')",
    values: ['PG-13', 'G', 'R', 'NC-17', "it's"],
    has: 'order',
    invalid: 'X',
  },
  {
    name: 'Sizes',
    type: "set('s','m','l','x l')",
    values: ['s', 'm,s', 's,m', 'l', 'x l', '', 's,m,l,x l'],
    has: 'order',
    invalid: 's,xxl',
  },
  { name: 'Clock', type: 'time', values: ['09:00:00', '10:00:00', '23:59:59', '00:00:01'], has: 'order' },
  { name: 'Place', type: 'point', values: [], has: 'nothing', noKey: true },
];

/** Types printed as strings, and some with scalars that have their own order. */
export const familyKinds: Readonly<Record<FamilyName, readonly Kind[]>> = {
  mariadb: [...mariadbKinds, ...commonKinds],
  mysql: commonKinds,
};
