import { inject } from 'vitest';
import { adaptShop } from './adapt-shop.ts';
import type { Dataset } from './naive/entity.ts';
import { readDataset } from './naive/read-dataset.ts';
import { shop } from './shop.ts';

/** Returns the rows of the sample shop that are the same on the server of this run. */
export const readShop = async (): Promise<Dataset> =>
  adaptShop(await readDataset(inject('postgres'), shop), inject('server'));
