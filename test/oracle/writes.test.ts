import { inject } from 'vitest';
import { foretell } from './writes/model/store.ts';

foretell(inject('server'), inject('isBabelfish'));
// The model of this server is loaded now.
const { describeWrites } = await import('./writes/describe-writes.ts');

describeWrites();
