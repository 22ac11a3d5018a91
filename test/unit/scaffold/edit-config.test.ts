import { parse } from 'jsonc-parser';
import { describe, expect, it, vi } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { addMembers, UneditableConfig } from '../../../src/scaffold/edit-config.ts';
import { formatConfig } from '../../../src/scaffold/format-config.ts';

vi.mock('jsonc-parser', { spy: true });
vi.mock('yaml', { spy: true });

const entity = {
  path: ['entities'],
  key: 'Order',
  value: { source: 'orders', permissions: [{ role: 'a', actions: ['*'] }] },
};
const relationship = { path: ['entities', 'Customer', 'relationships'], key: 'orders', value: { hasMany: 'Order' } };

/** The value of a configuration with the entity and the relationship. */
const withNewMembers = (before: { readonly entities: { readonly Customer: { readonly relationships?: object } } }) => ({
  ...before,
  entities: {
    Customer: {
      ...before.entities.Customer,
      relationships: { ...before.entities.Customer.relationships, orders: { hasMany: 'Order' } },
    },
    Order: entity.value,
  },
});

/** Lines of the first text that are not in the second, apart from a comma at their end. */
const lostLines = (before: string, after: string): readonly string[] => {
  const plain = (line: string): string => line.replace(/,(\s*(\/\/.*)?)$/, '$1');
  const lines = after.split(/\r?\n/).map(plain);
  return before
    .split(/\r?\n/)
    .map(plain)
    .filter((line) => !lines.includes(line));
};

describe('addMembers in JSON', () => {
  it.each([
    [
      'in the middle of comments',
      '{\n  // first\n  "entities": {\n    // the customer\n    "Customer": {\n      "source": "customers" // by hand\n    } // last\n    /* end */\n  }\n}\n',
    ],
    ['after a trailing comma', '{\n  "entities": {\n    "Customer": { "source": "customers" },\n  },\n}\n'],
    [
      'with an object on one line',
      '{\n  "entities": {\n    "Customer": { "source": "customers", "relationships": { "a": { "hasMany": "A" } } }\n  }\n}\n',
    ],
    [
      'with an empty object',
      '{\n  "entities": {\n    "Customer": { "source": "customers", "relationships": {} }\n  }\n}\n',
    ],
    [
      'with Windows line ends',
      '{\r\n  "entities": {\r\n    "Customer": {\r\n      "source": "customers"\r\n    }\r\n  }\r\n}\r\n',
    ],
    [
      'with a block comment, and another one later',
      '{\n  "entities": {\n    "Customer": { "source": "customers" } /* last */\n  },\n  "runtime": { "rest": true /* on */, "graphql": true }\n}\n',
    ],
    [
      'with a block comment of several lines',
      '{\n  "entities": {\n    "Customer": { "source": "customers" } /* one\n    two */\n  }\n}\n',
    ],
    [
      'with a separator of many slashes',
      `{\n  "entities": {\n    "Customer": { "source": "customers" }\n    ${'/'.repeat(200)}\n  }\n}\n`,
    ],
    [
      'with a comma on its own line',
      '{\n  "entities": {\n    "Customer": { "source": "customers" }\n    , // comma\n  }\n}\n',
    ],
    ['with tabs', '{\n\t"entities": {\n\t\t"Customer": {\n\t\t\t"source": "customers"\n\t\t}\n\t}\n}\n'],
  ])('keeps every line %s', (_, text) => {
    const added = addMembers(text, 'json', [entity, relationship]);
    const before = parse(text);
    expect(parse(added)).toEqual(withNewMembers(before));
    const changed = lostLines(text, added);
    // A new member extends the line of an object that is on one line.
    expect(changed.every((line) => line.includes('"Customer": {'))).toBe(true);
    expect(added.includes('\r\n')).toBe(text.includes('\r\n'));
    expect(/[^\r]\n/.test(added)).toBe(/[^\r]\n/.test(text));
  });

  it('formats new members like init, with comments', () => {
    const text = '{\n  "entities": {\n    "Customer": { "source": "customers" }\n  }\n}\n';
    expect(addMembers(text, 'json', [entity], new Map([['entities.Order.permissions', 'Everything.']]))).toBe(`{
  "entities": {
    "Customer": { "source": "customers" },
    "Order": {
      "source": "orders",
      // Everything.
      "permissions": [{ "role": "a", "actions": ["*"] }]
    }
  }
}
`);
  });
});

describe('addMembers', () => {
  it.each([
    ['json', '{ "entities": { "Customer": { "source": "customers", "relationships": null } } }'],
    [
      'yaml',
      'entities:\n  Customer: &customer\n    source: customers\n    relationships: &r { a: { hasMany: A } }\n  Other:\n    <<: *customer\n',
    ],
    ['yaml', 'entities:\n  Customer: { source: customers, }\n'],
  ] as const)('changes nothing but the new members in %s, or names the members to add by hand', (format, text) => {
    let added: string | undefined;
    try {
      added = addMembers(text, format, [relationship]);
    } catch (error) {
      expect(error).toBeInstanceOf(UneditableConfig);
      expect((error as Error).message).toContain('entities.Customer.relationships.orders: {"hasMany":"Order"}');
    }
    if (added === undefined) return;
    const read = (content: string) => (format === 'json' ? parse(content) : parseYaml(content, { merge: true }));
    expect(read(added).entities.Customer.relationships).toMatchObject({ orders: { hasMany: 'Order' } });
    expect(read(added).entities.Other?.source).toBe(read(text).entities.Other?.source);
  });
});

describe('addMembers with many members', () => {
  const relationshipOf = (entity: string, key: string) => ({
    path: ['entities', entity, 'relationships'],
    key,
    value: { hasMany: 'Order' },
  });
  const members = [
    relationshipOf('A', 'one'),
    { path: ['entities'], key: 'Order', value: { source: 'orders' } },
    relationshipOf('A', 'two'),
    relationshipOf('B', 'three'),
    relationshipOf('B', 'four'),
    { path: ['entities'], key: 'Item', value: { source: 'items' } },
    relationshipOf('C', 'five'),
    relationshipOf('C', 'six'),
  ];

  it('adds them to one JSON object in order, next to the comments of the file', () => {
    const text = `{
  "entities": {
    "A": { "source": "a", "relationships": {} }, // one line
    "B": {
      "source": "b" // no relationships
    },
    "C": {
      "relationships": {
        "first": { "hasMany": "A" } // last
      }
    }
  }
}
`;
    expect(addMembers(text, 'json', members)).toBe(`{
  "entities": {
    "A": { "source": "a", "relationships": { "one": { "hasMany": "Order" }, "two": { "hasMany": "Order" } } }, // one line
    "B": {
      "source": "b", // no relationships
      "relationships": { "three": { "hasMany": "Order" }, "four": { "hasMany": "Order" } }
    },
    "C": {
      "relationships": {
        "first": { "hasMany": "A" }, // last
        "five": { "hasMany": "Order" },
        "six": { "hasMany": "Order" }
      }
    },
    "Order": { "source": "orders" },
    "Item": { "source": "items" }
  }
}
`);
  });

  it.each(['\n', '\r\n'])('adds them to YAML maps that end together, with the line ends %j', (newline) => {
    const lines = (...texts: string[]): string => texts.join(newline);
    const text = lines(
      'entities:',
      '  A: { source: a } # one line',
      '  B:',
      '    source: b # no relationships',
      '  C:',
      '    relationships:',
      '      first: { hasMany: A } # last',
    );
    expect(addMembers(text, 'yaml', members)).toBe(
      lines(
        'entities:',
        '  A: { source: a, "relationships": {"one":{"hasMany":"Order"},"two":{"hasMany":"Order"}} } # one line',
        '  B:',
        '    source: b # no relationships',
        '    relationships:',
        '      three:',
        '        hasMany: Order',
        '      four:',
        '        hasMany: Order',
        '  C:',
        '    relationships:',
        '      first: { hasMany: A } # last',
        '      five:',
        '        hasMany: Order',
        '      six:',
        '        hasMany: Order',
        '  Order:',
        '    source: orders',
        '  Item:',
        '    source: items',
      ),
    );
  });

  it.each(['json', 'yaml'] as const)('parses a %s file as often for many members as for one', async (format) => {
    // Other test files may have loaded these modules without the spies.
    vi.resetModules();
    const edit = await import('../../../src/scaffold/edit-config.ts');
    const { parseTree } = await import('jsonc-parser');
    const { parseDocument } = await import('yaml');
    const parser = format === 'json' ? parseTree : parseDocument;
    const names = Array.from({ length: 20 }, (_, index) => `Entity${index}`);
    const text = formatConfig({ entities: Object.fromEntries(names.map((name) => [name, { source: name }])) }, format);
    const parsesFor = (count: number): number => {
      vi.mocked(parser).mockClear();
      edit.addMembers(
        text,
        format,
        names.slice(0, count).map((name) => relationshipOf(name, 'more')),
      );
      return vi.mocked(parser).mock.calls.length;
    };
    expect(parsesFor(1)).toBeGreaterThan(0);
    expect(parsesFor(20)).toBe(parsesFor(1));
  });
});

describe('addMembers in YAML', () => {
  it.each([
    [
      'with comments',
      '# first\nentities:\n  # the customer\n  Customer:\n    source: customers # by hand\n\n# last\nruntime: {}\n',
    ],
    ['at the end of the file', 'entities:\n  Customer:\n    source: customers'],
    ['with a flow map', 'entities:\n  Customer: { source: customers }\n'],
    [
      'with four spaces',
      'entities:\n    Customer:\n        source: customers\n        relationships:\n            a:\n                hasMany: A\n',
    ],
  ])('keeps every line %s', (_, text) => {
    const added = addMembers(text, 'yaml', [entity, relationship]);
    const before = parseYaml(text);
    expect(parseYaml(added)).toEqual(withNewMembers(before));
    expect(lostLines(text, added).every((line) => line.includes('Customer: {'))).toBe(true);
  });
});
