import type { StoreName } from '../support/store-names.ts';
import type { Contender } from './contender.ts';
import { best, usualOn } from './contenders/ceiling.ts';
import { fastify } from './contenders/fastify.ts';
import { joinery } from './contenders/joinery.ts';
import { joineryRest } from './contenders/joinery-rest.ts';
import { mercurius } from './contenders/mercurius.ts';
import { postgraphile } from './contenders/postgraphile.ts';

/** Contenders of a store. Only PostgreSQL has all of them. */
export const contendersOn = (store: StoreName): readonly Contender[] => [
  joinery,
  joineryRest,
  usualOn(store),
  ...(store === 'postgres' ? [best, postgraphile, mercurius, fastify] : []),
];

export const contenders = contendersOn('postgres');
