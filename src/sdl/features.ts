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

/** The schema of a model as SDL; `model` has the entities that are to be in it. */
export const printSdl = (model: Model, use: SchemaUse = 'public'): string =>
  `${features.flatMap((print) => print(model, use)).join('\n\n')}\n`;
