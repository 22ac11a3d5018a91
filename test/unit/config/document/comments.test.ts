import { expect, it } from 'vitest';
import { read } from '../with-file.ts';

it('allows comments and trailing commas', () => {
  const { entities } = read(`// first
      {"data-source": {"database-type": "mysql", /* why */ "connection-string": "mysql://h/d",},
       "entities": {"A": {"source": "a", "permissions": [{"role": "r", "actions": ["read",],},],},},}`);
  expect(entities[0]?.permissions).toHaveLength(1);
});
