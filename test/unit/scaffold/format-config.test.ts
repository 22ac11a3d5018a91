import { describe, expect, it } from 'vitest';
import { formatConfig } from '../../../src/scaffold/format-config.ts';

const config = {
  'data-source': { 'database-type': 'postgresql' },
  entities: { Order: { source: 'orders', fields: [{ name: 'id', 'primary-key': true }], permissions: [] } },
};
const comments = new Map([['entities.Order.fields', 'A guess.']]);

describe('a configuration', () => {
  it('is formatted as JSON with comments', () => {
    expect(formatConfig(config, 'json', comments)).toBe(`{
  "data-source": {
    "database-type": "postgresql"
  },
  "entities": {
    "Order": {
      "source": "orders",
      // A guess.
      "fields": [{ "name": "id", "primary-key": true }],
      "permissions": []
    }
  }
}
`);
  });

  it('is formatted as YAML with comments', () => {
    expect(formatConfig(config, 'yaml', comments)).toBe(`data-source:
  database-type: postgresql
entities:
  Order:
    source: orders
    # A guess.
    fields:
      - name: id
        primary-key: true
    permissions: []
`);
  });
});
