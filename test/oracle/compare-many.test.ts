import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { findDifference } from './compare-answers.ts';
import { compareMany, type Report } from './compare-many.ts';
import { MIN_USES } from './corpus/corpus.ts';
import type { Run } from './judge-operation.ts';
import { miniShop } from './mini-shop.ts';
import { Decimal } from './naive/decimal.ts';
import { JsonValue } from './naive/entity.ts';
import { Digits, parseExactJson } from './naive/exact-json.ts';
import { createNaiveService } from './naive/naive-service.ts';
import { Cursor } from './naive/scalars.ts';
import { writeSchema } from './naive/write-schema.ts';
import { writeAnswer } from './write-answer.ts';
import { writeSdl } from './write-sdl.ts';

const schema = writeSdl(miniShop.entities);

/** Compares with a copy of the naive service whose answers `corrupt` changes. */
function compareCorrupted(
  seed: number,
  corrupt: (answer: string) => string,
  documents: string[] = [],
): Promise<Report> {
  const service = createNaiveService(writeSchema(schema), miniShop);
  const run: Run = async (document, variables) => {
    documents.push(document, variables);
    return { data: corrupt(writeAnswer(service.answer(parse(document), variables).data)) };
  };
  return compareMany({ seed, count: 150, schema, rows: miniShop, run });
}

describe('compareMany', () => {
  it('is reproducible for a seed, and differs between seeds', async () => {
    const [first, repeated, other]: string[][] = [[], [], []];
    await compareCorrupted(7, (answer) => answer, first);
    await compareCorrupted(7, (answer) => answer, repeated);
    await compareCorrupted(8, (answer) => answer, other);
    expect(first).toEqual(repeated);
    expect(first).not.toEqual(other);
  });

  it('detects a wrong answer, and shrinks the operation', async () => {
    const { mismatches } = await compareCorrupted(7, (answer) => answer.replaceAll('"NaN"', 'null'));
    expect(mismatches).toHaveLength(5);
    for (const { document, problem } of mismatches) {
      expect(problem).toMatch(/^data\..*weight: "NaN" expected, null found$/);
      expect(document.split('\n').filter((line) => /\w/.test(line) && !/\{$/.test(line))).toEqual([
        expect.stringMatching(/^ +weight$/),
      ]);
    }
  });

  it('reports each refusal and crash once', async () => {
    const refuses: Run = async () => ({ errors: [{ message: 'No.' }] });
    const breaks: Run = async () => {
      throw new Error('Oh.');
    };
    for (const [run, problem] of [
      [refuses, 'No.'],
      [breaks, 'Oh.'],
    ] as const) {
      const { mismatches } = await compareMany({ seed: 1, count: 20, schema, rows: miniShop, run });
      expect(mismatches.map((mismatch) => mismatch.problem)).toEqual([problem]);
    }
  });

  it('uses each feature often with a corpus that lacks some', async () => {
    const service = createNaiveService(writeSchema(schema), miniShop);
    const run: Run = async (document, variables) => ({
      data: writeAnswer(service.answer(parse(document), variables).data),
    });
    const settings = { seed: 1, count: 20, schema, rows: miniShop, run };
    expect((await compareMany(settings)).coverage.below(MIN_USES).length).toBeGreaterThan(100);
    const { mismatches, coverage } = await compareMany({ ...settings, corpus: [1, 2, 3] });
    expect(mismatches).toEqual([]);
    // Few columns have an average.
    expect(coverage.below(MIN_USES).filter((feature) => !feature.startsWith('avg '))).toEqual([]);
  });

  it('omits features excluded by a slice', async () => {
    const documents: string[] = [];
    const run: Run = async (document) => {
      documents.push(document);
      return { errors: [{ message: 'No.' }] };
    };
    const slice = {
      connections: false,
      orderBy: 'none',
      excludedFields: ['Item.name'],
      excludedScalars: ['JSON'],
    } as const;
    await compareMany({ seed: 1, count: 100, schema, rows: miniShop, run, slice });
    expect(documents.join()).toContain('items');
    expect(documents.join()).not.toMatch(/_connection|orderBy|extra/);
  });
});

describe('findDifference', () => {
  it.each([
    [new Digits('1.50'), '1.5', 'data: 1.50 expected, 1.5 found'],
    [new Digits('9007199254740993'), '9007199254740992', 'data: 9007199254740993 expected, 9007199254740992 found'],
    [0.1, '0.10', undefined],
    [0.1, '"0.1"', 'data: 0.1 expected, "0.1" found'],
    [new Cursor('a'), '"b"', undefined],
    [new Cursor('a'), 'null', 'data: {"text":"a"} expected, null found'],
    [new JsonValue(parseExactJson('{"a": 1.0, "b": [2]}')), '{"b": [2], "a": 1}', undefined],
    [
      new JsonValue(parseExactJson('{"a": null}')),
      '{"b": null}',
      'data: {"content":{"a":null}} expected, {"b":null} found',
    ],
    [{ a: true, b: null }, '{"a": true, "b": null}', undefined],
    [{ a: true, b: null }, '{"b": null, "a": true}', 'data: keys a,b expected, b,a found'],
    [[{ a: 'x' }], '[{"a": "y"}]', 'data[0].a: "x" expected, "y" found'],
    [[], '[1]', 'data: 0 expected, 1 found'],
  ])('%j and %s', (expected, actual, difference) => {
    expect(findDifference(expected, parseExactJson(actual))).toBe(difference);
  });
});

describe('Decimal', () => {
  it.each(['', '.', '1e', 'NaN', '--1'])('rejects "%s"', (text) => {
    expect(() => new Decimal(text)).toThrow(`"${text}" is not a decimal number.`);
  });
});
