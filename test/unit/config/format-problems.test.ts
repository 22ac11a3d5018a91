import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/base/problem.ts';
import { formatProblems } from '../../../src/config/format-problems.ts';
import { withFile } from './with-file.ts';

const problems: readonly Problem[] = [
  { path: ['entities', 'Order', 'relationships', 'a b', 'on'], severity: 'warning', message: 'Two.' },
  {
    path: ['entities', 'Order', 'fields', 1, 'alais'],
    severity: 'error',
    message: 'One.',
    found: { x: 1 },
    expected: 'text',
    suggestion: 'alias',
  },
  { path: [], severity: 'error', message: 'Zero.', found: 'x'.repeat(100) },
];

const HOST_PROBLEM: Problem = {
  path: ['entities', 'Order'],
  option: '--host',
  severity: 'error',
  message: 'Three.',
  found: '0.0.0.0',
};

const json = `{
  "entities": {
    "Order": {
      "fields": [
        {},
        { "name": "a",
          "alais": "b" }
      ],
      "relationships": {
        "a b": {}
      }
    }
  }
}`;

const yaml = `# A comment.
entities:
  Order:
    # Another.
    fields:
      - name: x
      - name: a
        alais: b
    relationships:
      a b:
        hasMany: Order
`;

const expected = (name: string, one: number, two: number): string => `${name} has 2 problems and 1 warning:

  line ${two}, entities.Order.relationships."a b".on
    Warning: Two.

    Zero.
    found:    ${'x'.repeat(79)}…

  line ${one}, entities.Order.fields[1].alais
    One. Did you mean "alias"?
    found:    {"x":1}
    expected: text`;

describe('formatProblems', () => {
  it.each([
    ['joinery.json', json, 7, 10],
    ['joinery.yaml', yaml, 8, 11],
  ])('reports line numbers of %s, and errors last', (name, text, one, two) => {
    withFile(
      text,
      (file) => {
        const said = formatProblems(problems, file);
        expect(said.slice(said.indexOf(basename(file)))).toBe(expected(name, one, two));
        expect(said.startsWith(`${file} has `), 'the file is not in the working folder').toBe(true);
      },
      name,
    );
  });

  it('names the option that caused a problem, instead of a line of the file', () => {
    withFile(json, (file) => {
      const text = '  --host\n    Three.\n    found:    0.0.0.0';
      expect(formatProblems([HOST_PROBLEM], file)).toBe(`The command line or environment has 1 problem:\n\n${text}`);
      const all = formatProblems([HOST_PROBLEM, ...problems], file);
      expect(all.startsWith(`${file} has 3 problems and 1 warning:`)).toBe(true);
      expect(all).toContain(`\n\n${text}\n\n`);
    });
  });

  it('omits line numbers if there is no file', () => {
    const [, two] = problems;
    const text = '    One. Did you mean "alias"?\n    found:    {"x":1}\n    expected: text';
    const place = '  entities.Order.fields[1].alais';
    expect(formatProblems([two as Problem])).toBe(`The configuration has 1 problem:\n\n${place}\n${text}`);
    expect(formatProblems([two as Problem], 'missing.json')).toBe(`missing.json has 1 problem:\n\n${place}\n${text}`);
  });
});
