import { inject } from 'vitest';
import { foretell } from './writes/model/store.ts';

foretell(inject('server'), inject('isBabelfish'));
// What is loaded by now is the model of this one.
const { describeWrites } = await import('./writes/describe-writes.ts');

describeWrites();
