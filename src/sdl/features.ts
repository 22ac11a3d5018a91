import type { Model } from '../model/model.ts';
import type { SchemaUse } from './arguments.ts';
import { printEnums } from './features/enums.ts';
import { printEntityFilters, printScalarFilters } from './features/filters.ts';
import { printGroups } from './features/groups.ts';
import { printChangeInputs } from './features/inputs.ts';
import { printMutations } from './features/mutations.ts';
import { printConnections, printObjects } from './features/objects.ts';
import { printOrderInputs } from './features/order.ts';
import { printQuery } from './features/query.ts';
import { printScalars } from './features/scalars.ts';

/** The schema's table of contents: each feature prints its definitions. */
const features: readonly ((model: Model, use: SchemaUse) => readonly string[])[] = [
  printQuery,
  printMutations,
  printObjects,
  printConnections,
  printGroups,
  printEntityFilters,
  printOrderInputs,
  printChangeInputs,
  printScalarFilters,
  printEnums,
  printScalars,
];

/**
 * The schema of a model as SDL; `model` has the entities that are to be in it. Of one model there are three schemas: the public one; the
 * one that documents of REST are valid against, whose lists take `where` besides and which has no groups; and the one without
 * relationships that sofa-api derives from (`restView`).
 */
export const printSdl = (model: Model, use: SchemaUse = 'public'): string =>
  `${features.flatMap((print) => print(model, use)).join('\n\n')}\n`;
