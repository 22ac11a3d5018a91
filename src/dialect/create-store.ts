import { compileCohort, compilePlan } from '../sql/compile-plan.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Store } from '../store/store.ts';
import type { StoreKind } from './store-kind.ts';

export const storesOf =
  (dialect: Dialect, encode: Store['encode']): StoreKind['createStore'] =>
  (model, catalogGeneration) => ({
    name: dialect.name,
    isolation: 'read committed',
    compile: (plan, layout = 'line') => compilePlan(plan, { dialect, model, catalogGeneration, layout }),
    compileCohort: (plan, layout = 'line') => compileCohort(plan, { dialect, model, catalogGeneration, layout }),
    encode,
  });
