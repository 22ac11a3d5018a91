import type { Contender } from './contender.ts';
import { best, usual } from './contenders/ceiling.ts';
import { joinery } from './contenders/joinery.ts';
import { postgraphile } from './contenders/postgraphile.ts';

/** Everyone who is measured. */
export const contenders: readonly Contender[] = [joinery, usual, best, postgraphile];
