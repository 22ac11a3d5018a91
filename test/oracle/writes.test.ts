import { inject } from 'vitest';
import { selectStore } from './writes/model/store.ts';

selectStore(inject('server'), inject('isBabelfish'));
// The model of this server is loaded now.
const { describeWrites } = await import('./writes/describe-writes.ts');

describeWrites();
