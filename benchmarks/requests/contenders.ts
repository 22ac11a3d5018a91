import type { StoreName } from '../support/store-names.ts';
import type { Contender } from './contender.ts';
import { best, usualOn } from './contenders/ceiling.ts';
import { fastify } from './contenders/fastify.ts';
import { joinery } from './contenders/joinery.ts';
import { joineryRest } from './contenders/joinery-rest.ts';
import { mercurius } from './contenders/mercurius.ts';
import { postgraphile } from './contenders/postgraphile.ts';

/** Everyone who is measured on a store: others than Joinery and statements by hand have come to PostgreSQL alone. */
export const contendersOn = (store: StoreName): readonly Contender[] => [
  joinery,
  joineryRest,
  usualOn(store),
  ...(store === 'postgres' ? [best, postgraphile, mercurius, fastify] : []),
];

/** Everyone who is measured on PostgreSQL. */
export const contenders = contendersOn('postgres');
