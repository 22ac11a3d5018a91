import type { Model } from '../model/model.ts';
import { printEnums } from './features/enums.ts';
import { printEntityFilters, printScalarFilters } from './features/filters.ts';
import { printGroups } from './features/groups.ts';
import { printConnections, printObjects } from './features/objects.ts';
import { printOrderInputs } from './features/order.ts';
import { printQuery } from './features/query.ts';
import { printScalars } from './features/scalars.ts';

/** The schema's table of contents: each feature prints its definitions. */
const features: readonly ((model: Model) => readonly string[])[] = [
  printQuery,
  printObjects,
  printConnections,
  printGroups,
  printEntityFilters,
  printOrderInputs,
  printScalarFilters,
  printEnums,
  printScalars,
];

/** The schema of a model as SDL. */
export const printSdl = (model: Model): string => `${features.flatMap((print) => print(model)).join('\n\n')}\n`;
