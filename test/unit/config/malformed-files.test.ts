import { describe, expect, it } from 'vitest';
import { problemLines, problemsOf } from './with-file.ts';

describe('a malformed file', () => {
  it.each([
    ['', 'joinery.json', 'Line 1, column 1 is not valid JSON: value expected.'],
    ['{ "entities": { }', 'joinery.json', 'Line 1, column 18 is not valid JSON: close brace expected.'],
    ['{\n  "entities" {}\n}', 'joinery.json', 'Line 2, column 14 is not valid JSON: colon expected.'],
    ['a: [1\nb: 2', 'joinery.yaml', 'Line 2, column 1 is not valid YAML'],
    ['a: *nowhere', 'joinery.yml', 'Invalid YAML aliases: Unresolved alias'],
  ])('reports the position of a syntax error: %j', (content, name, message) => {
    expect(problemLines(content, { name })[0]).toContain(message);
  });

  it.each(['[]', 'null', '"text"', '5'])('rejects a file that contains %s', (content) => {
    expect(problemsOf(content)).toEqual([expect.objectContaining({ path: [], expected: 'an object' })]);
  });

  it('reports duplicate keys', () => {
    const entity = '{"source": "a", "permissions": []}';
    const json = `{"data-source": {"database-type": "mysql", "connection-string": "mysql://h/d"}, "entities": {"A": ${entity}, "A": ${entity}}}`;
    expect(problemLines(json)).toContain('entities A: Duplicate key "A". Remove or rename one.');
    expect(problemLines(json, { name: 'joinery.yaml' })[0]).toContain('Map keys must be unique');
  });

  it('treats names of Object members as ordinary keys', () => {
    const content = `{"data-source": {"database-type": "mysql", "connection-string": "mysql://h/d"}, "__proto__": {}, "entities": {
      "toString": {"source": "a", "permissions": [], "relationships": {"a": {"hasMany": "constructor"}}}}}`;
    expect(problemLines(content)).toEqual([
      '__proto__: Unknown key "__proto__".',
      'entities toString: No role has permissions for this entity, so no caller can access it. Add "permissions".',
      'entities toString relationships a hasMany: Unknown entity "constructor".',
    ]);
  });
});
