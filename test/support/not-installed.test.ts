import { inject, it } from 'vitest';

it('all tests that run on every server', ({ skip }) => skip(`${inject('server')} is not installed`));
