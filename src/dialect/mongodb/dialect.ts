import { compilePlan } from '../../document/compile-plan.ts';
import { compilePredicate } from '../../document/compile-predicate.ts';
import { CommandContext, PipelineScope } from '../../document/scope.ts';
import { ShapeWriter } from '../../document/shape.ts';
import type { Capabilities } from '../../sql/dialect.ts';
import type { StoreKind } from '../store-kind.ts';
import { introspectMongodb, readMongodbVersion } from './catalog/introspect.ts';
import { encode, valueWriter } from './driver/codec.ts';
import { openMongodb } from './driver/open-mongodb.ts';

const name = 'MongoDB';

const capabilities: Capabilities = {
  writes: true,
  routines: false,
  readingProcedures: 'none',
  connections: true,
  lists: true,
  jsonPaths: false,
};

const writer = new ShapeWriter(valueWriter);

export const mongodbKind: StoreKind = {
  capabilities,
  createStore: (_model, catalogGeneration) => ({
    name,
    isolation: 'read committed',
    compile: (plan, layout = 'line') => compilePlan(plan, { name, writer, catalogGeneration, layout }),
    compileCohort: () => undefined,
    encode,
  }),
  tryCompilePolicy: (policy) => {
    compilePredicate(policy, new PipelineScope(new CommandContext()));
  },
  introspect: introspectMongodb,
  readCatalogVersion: readMongodbVersion,
  probeView: async () => undefined,
  open: openMongodb,
};
