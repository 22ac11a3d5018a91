import { type GraphQLSchema, print, validate } from 'graphql';
import { type Draw, Draws, drawContextOf } from './corpus/corpus.ts';
import { Coverage } from './generate/coverage.ts';
import type { CursorSet } from './generate/generation.ts';
import { makeOperation } from './generate/make-operation.ts';
import { makeProbes, type Probe } from './generate/make-probes.ts';
import type { Operation } from './generate/prune.ts';
import { requiredFeatures } from './generate/required-features.ts';
import { readShape, type Slice } from './generate/shape.ts';
import { writeVariables } from './generate/variables.ts';
import { DIFFERENT, judgeOperation, type Problem, type Run } from './judge-operation.ts';
import type { Dataset } from './naive/entity.ts';
import { createNaiveService, type NaiveService } from './naive/naive-service.ts';
import { Cursor } from './naive/scalars.ts';
import { Store } from './naive/store.ts';
import { writeSchema } from './naive/write-schema.ts';
import { shrink } from './shrink.ts';

export interface Comparison extends Draw {
  /** The public schema, or its SDL: only names and types are taken from it. */
  readonly schema: GraphQLSchema | string;
  readonly rows: Dataset;
  readonly run: Run;
  /** Features to omit. */
  readonly slice?: Slice;
  /** True if operations use cursors, which are fetched first; defaults to true. */
  readonly cursors?: boolean;
}

export interface Mismatch {
  readonly seed: number;
  /** Index of the operation in the run; -1 if it only fetches cursors. */
  readonly index: number;
  readonly problem: string;
  /** Shrunk as far as possible. */
  readonly document: string;
  /** JSON text. */
  readonly variables: string;
}

export interface Report {
  /** The first mismatches, with refusals of one kind once; a run stops after enough of them. */
  readonly mismatches: readonly Mismatch[];
  readonly coverage: Coverage;
  /** Root fields, and those that returned rows. */
  readonly answers: { readonly all: number; readonly nonEmpty: number };
}

/** Seed of the cursors of a corpus. */
export const PROBE_SEED = 1;

const MAX_MISMATCHES = 5;
const SHRINK_ATTEMPTS = 300;

/**
 * Sends the same random operations to the tested and the naive service.
 * @throws Error if an operation is invalid
 */
export async function compareMany({
  seed,
  count,
  corpus,
  schema,
  rows,
  run,
  slice = {},
  cursors = true,
}: Comparison): Promise<Report> {
  const ownSchema = writeSchema(schema);
  const naive = createNaiveService(ownSchema, rows);
  const shape = readShape(ownSchema, rows, slice);
  const coverage = new Coverage(requiredFeatures(shape));
  const draws = new Draws({ seed, count, ...(corpus && { corpus }) }, coverage, [...requiredFeatures(shape)]);
  const ingredients = { shape, store: new Store(rows) };
  const mismatches: Mismatch[] = [];
  const answers = { all: 0, nonEmpty: 0 };

  const seen = new Set<string>();
  const report = async (index: number, operation: Operation, { kind, text }: Problem): Promise<void> => {
    if (kind !== DIFFERENT && seen.has(kind)) return;
    seen.add(kind);
    // A shrunk operation may have no answer.
    const fails = (candidate: Operation): Promise<boolean> =>
      judgeOperation(candidate, naive, run).then(
        ({ problem }) => problem?.kind === kind,
        () => false,
      );
    const smallest = await shrink(operation, ownSchema, { fails, attempts: SHRINK_ATTEMPTS });
    const { problem } = await judgeOperation(smallest, naive, run);
    const variables = writeVariables(smallest.variables);
    mismatches.push({ seed, index, problem: problem?.text ?? text, document: print(smallest.document), variables });
  };

  const cursorSets: CursorSet[] = [];
  // The operations of a corpus depend on how many cursors there are.
  const context = corpus === undefined ? draws.fresh : drawContextOf(PROBE_SEED);
  for (const probe of cursors ? makeProbes({ ...ingredients, ...context, cursorSets }) : []) {
    const { problem, expected, actual } = await judgeOperation(probe.operation, naive, run);
    if (problem === undefined) cursorSets.push(collectCursors(probe, naive, { expected: expected.data, actual }));
    else await report(-1, probe.operation, problem);
  }
  for (let index = 0; !draws.isOver && mismatches.length < MAX_MISMATCHES; index += 1) {
    const operation = draws.next((context) => makeOperation({ ...ingredients, ...context, cursorSets }));
    const errors = validate(ownSchema, operation.document);
    if (errors.length > 0) throw new Error(`${errors.join('\n')}\n\n${print(operation.document)}`);
    const { problem, expected } = await judgeOperation(operation, naive, run);
    answers.all += expected.rootRows.length;
    answers.nonEmpty += expected.rootRows.filter((found) => found > 0).length;
    if (problem !== undefined) await report(index, operation, problem);
  }
  return { mismatches, coverage, answers };
}

/**
 * Lists the weaknesses of a run; empty if it is representative.
 * @param often required uses of each feature
 */
export const findShortfalls = ({ coverage, answers: { all, nonEmpty } }: Report, often: number): readonly string[] => [
  ...(nonEmpty < 0.6 * all ? [`only ${nonEmpty} of ${all} answers have rows`] : []),
  ...coverage.below(often),
];

/** Returns the cursors of a probe, and adds them to the naive service. */
export function collectCursors(
  { entity, orderBy }: Probe,
  naive: NaiveService,
  { expected, actual }: { readonly expected: unknown; readonly actual: unknown },
): CursorSet {
  const pages = Object.entries(expected as Pages);
  const cursors = pages.flatMap(([page, existing]) =>
    Object.entries(existing).flatMap(([side, cursor]) => {
      const other = (actual as Pages)[page]?.[side];
      if (!(cursor instanceof Cursor) || typeof other !== 'string') return [];
      naive.mapCursor(other, cursor.text);
      return [other];
    }),
  );
  return { entity, orderBy, cursors };
}

type Pages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
