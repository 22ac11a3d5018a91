import { existsSync, readFileSync } from 'node:fs';
import { isLong } from '../../support/long-run.ts';
import type { ServerName } from '../../support/server-names.ts';
import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';

/** Kinds of random items with a corpus. */
export const corpusNames = ['operations', 'hidden operations', 'common filters', 'text filters', 'policies'] as const;
export type CorpusName = (typeof corpusNames)[number];

/** Seeds of few items that use each feature MIN_USES times. `build-corpus.ts` writes them. */
export type Corpora = Readonly<Record<CorpusName, readonly number[]>>;

export const corpusFile = (server: ServerName): URL => new URL(`${server}.json`, import.meta.url);

/** Minimum uses of each feature in a corpus. */
export const MIN_USES = 5;

/** The random numbers of an item, and the coverage that its generator starts with. */
export interface DrawContext {
  readonly random: Random;
  readonly coverage: Coverage;
}

export const drawContextOf = (seed: number): DrawContext => ({ random: new Random(seed), coverage: new Coverage([]) });

/** Seeds and number of the items of a run. */
export interface Draw {
  /** Seed of the fresh items. */
  readonly seed: number;
  /** Number of fresh items. */
  readonly count: number;
  /** Seeds of the items of a corpus. Absent if a run has only fresh items. */
  readonly corpus?: readonly number[];
}

/** Returns the corpus of a push, which is empty for a server without a file. A long run has no corpus. */
export function corpusOf(name: CorpusName, server: ServerName): Pick<Draw, 'corpus'> {
  if (isLong) return {};
  const file = corpusFile(server);
  return { corpus: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Corpora)[name] : [] };
}

/** Seed of the items that supply features missing from a corpus. */
const CORPUS_SEED = 2;

/** Further items rarely add features. */
const MAX_ADDITIONS = 1500;

/**
 * Draws items in three phases: the items of the corpus, each from its own seed; items from a fixed seed, until each
 * required feature has been used MIN_USES times; and fresh items. The last two phases prefer rare features.
 */
export class Draws {
  readonly #corpus: readonly number[];
  readonly #count: number;
  readonly #required: readonly string[];
  readonly #coverage: Coverage;
  readonly #additional: Random;
  /** Context of fresh items. */
  readonly fresh: DrawContext;
  #drawn = 0;
  #additions = 0;

  constructor({ seed, count, corpus }: Draw, coverage: Coverage, required: readonly string[]) {
    this.#corpus = corpus ?? [];
    this.#required = corpus === undefined ? [] : required;
    this.#count = count;
    this.#coverage = coverage;
    this.#additional = new Random(CORPUS_SEED);
    this.fresh = { random: new Random(seed), coverage };
  }

  get isOver(): boolean {
    return this.#drawn >= this.#corpus.length + this.#additions + this.#count;
  }

  next<T>(make: (context: DrawContext) => T): T {
    const seed = this.#corpus[this.#drawn];
    this.#drawn += 1;
    if (seed !== undefined) return this.#fromCorpus(drawContextOf(seed), make);
    const isComplete =
      this.#additions === MAX_ADDITIONS || this.#required.every((feature) => this.#coverage.of(feature) >= MIN_USES);
    if (isComplete) return make(this.fresh);
    this.#additions += 1;
    return make({ random: this.#additional, coverage: this.#coverage });
  }

  #fromCorpus<T>(context: DrawContext, make: (drawing: DrawContext) => T): T {
    const produced = make(context);
    for (const feature of context.coverage.counts().keys()) this.#coverage.count(feature);
    return produced;
  }
}
