import type { Contender } from './contender.ts';
import { best, usual } from './contenders/ceiling.ts';
import { fastify } from './contenders/fastify.ts';
import { joinery } from './contenders/joinery.ts';
import { joineryRest } from './contenders/joinery-rest.ts';
import { mercurius } from './contenders/mercurius.ts';
import { postgraphile } from './contenders/postgraphile.ts';

/** Everyone who is measured. */
export const contenders: readonly Contender[] = [joinery, joineryRest, usual, best, postgraphile, mercurius, fastify];
