import { pino } from 'pino';
import { createServer } from '../../../src/server/create-server.ts';
import { bootFile } from '../../support/boot-file.ts';
import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import { configure } from './configure.ts';
import { findDifference, type OpenDatabase } from './database.ts';
import { featuresOf, MIN_USES, requiredFeatures, SUCCESS } from './features.ts';
import { makeStep } from './make/make-step.ts';
import { type Prediction, predict } from './model/predict.ts';
import type { State } from './model/state.ts';
import { isMutation, type Step } from './model/step.ts';
import { replay, runStep, type World } from './run-sequence.ts';
import { makeSeed } from './seed-state.ts';
import { shrinkSteps } from './shrink-steps.ts';
import { Tags } from './tags.ts';

export interface Compared {
  /** Number of uses of each feature; see `features.ts`. */
  readonly coverage: Coverage;
  readonly writes: { readonly all: number; readonly successful: number };
  readonly mismatches: readonly string[];
}

const MAX_MISMATCHES = 3;

const TARGET_CHANCE = 0.25;

/** Probability that a step targets a rare feature in a corpus, which has few steps for each feature. */
const CORPUS_TARGET_CHANCE = 0.7;

/** A run of random sequences. */
export interface Sequences {
  readonly seed: number;
  /** Maximum number of sequences. */
  readonly count: number;
  /** The run ends when each required feature has been used this often. */
  readonly often?: number;
}

/** Compares random sequences of requests with the model. Each sequence starts with the same rows. */
export const compareSequences = (url: string, open: OpenDatabase, runs: readonly Sequences[]): Promise<Compared> =>
  withWorld(url, open, (world) => new Comparison(world).run(runs));

/** Runs each step on the same initial rows, and returns descriptions of all differences from the model. */
export const compareSteps = (url: string, open: OpenDatabase, steps: readonly Step[]): Promise<readonly string[]> =>
  withWorld(url, open, async (world) => {
    const seed = makeSeed();
    const mismatches: string[] = [];
    for (const step of steps) {
      const mismatch = await replay(world, seed, [step]);
      if (mismatch !== undefined) mismatches.push(mismatch);
    }
    return mismatches;
  });

async function withWorld<T>(url: string, open: OpenDatabase, work: (world: World) => Promise<T>): Promise<T> {
  const application = await bootFile(configure(url));
  const server = createServer(application, pino({ level: 'silent' }));
  const database = await open(url);
  try {
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    return await work({ served: { server, origin }, database, tags: new Tags() });
  } finally {
    await database.close();
    await server.close();
  }
}

interface Candidate {
  readonly step: Step;
  readonly features: readonly string[];
}

class Comparison {
  readonly #world: World;
  #random = new Random(0);
  readonly #coverage = new Coverage([]);
  readonly #writes = { all: 0, successful: 0 };
  readonly #seed = makeSeed();
  /** Probability that a step targets a rare feature. */
  #targetChance = TARGET_CHANCE;

  constructor(world: World) {
    this.#world = world;
  }

  async run(runs: readonly Sequences[]): Promise<Compared> {
    const mismatches: string[] = [];
    for (const { seed, count, often = Number.POSITIVE_INFINITY } of runs) {
      this.#random = new Random(seed);
      this.#targetChance = Number.isFinite(often) ? CORPUS_TARGET_CHANCE : TARGET_CHANCE;
      for (let index = 0; index < count && mismatches.length < MAX_MISMATCHES; index += 1) {
        if (requiredFeatures.every((feature) => this.#coverage.of(feature) >= often)) break;
        const mismatch = await this.#sequence(index);
        if (mismatch !== undefined) mismatches.push(`seed ${seed}\n${mismatch}`);
      }
    }
    return { coverage: this.#coverage, writes: this.#writes, mismatches };
  }

  async #sequence(index: number): Promise<string | undefined> {
    const { database, tags } = this.#world;
    tags.forget();
    await database.reset(this.#seed);
    const steps: Step[] = [];
    let state = this.#seed;
    let mismatch: string | undefined;
    for (let remaining = this.#random.int(5, 15); remaining > 0 && mismatch === undefined; remaining -= 1) {
      const step = this.#makeStep(state);
      steps.push(step);
      const ran = await runStep(this.#world, state, step);
      this.#count(step, ran.prediction);
      [state, mismatch] = [ran.state, ran.mismatch];
    }
    mismatch ??= findDifference(state, await database.read());
    return mismatch === undefined ? undefined : this.#explain(index, steps, mismatch);
  }

  /** Most steps succeed. Of several candidate steps, the one whose features have been used least is chosen. */
  #makeStep(state: State): Step {
    const rare = requiredFeatures.filter((feature) => this.#coverage.of(feature) < 2 * MIN_USES);
    const isTargeted = rare.length > 0 && this.#random.chance(this.#targetChance);
    const target = isTargeted ? this.#coverage.pickRare(this.#random, rare, (feature) => feature) : undefined;
    const wantsSuccess = this.#random.chance(0.62);
    const good: Candidate[] = [];
    const bad: Candidate[] = [];
    for (let remaining = target === undefined ? 10 : 25; remaining > 0 && good.length < 4; remaining -= 1) {
      const candidate = this.#makeCandidate(state);
      if (target !== undefined && candidate.features.includes(target)) return candidate.step;
      (candidate.features.includes(SUCCESS) ? good : bad).push(candidate);
    }
    const from = (wantsSuccess && good.length > 0) || bad.length === 0 ? good : bad;
    return this.#random.pickWeighted(from, ({ features }) => {
      const count = Math.min(...features.map((feature) => this.#coverage.of(feature)));
      return (1 + count) ** -1;
    }).step;
  }

  #makeCandidate(state: State): Candidate {
    const { tags } = this.#world;
    const step = makeStep({ random: this.#random, state, coverage: this.#coverage, taggedRows: tags.taggedRows() });
    const prediction = predict(state, step, (mutation) => tags.textFor(step.caller, mutation));
    return { step, features: featuresOf(step, prediction) };
  }

  #count(step: Step, prediction: Prediction): void {
    for (const feature of featuresOf(step, prediction)) this.#coverage.count(feature);
    if (!step.operations.some(isMutation)) return;
    this.#writes.all += 1;
    if (prediction.kind === 'success') this.#writes.successful += 1;
  }

  /** The shrunk failing steps, and the difference. */
  async #explain(index: number, steps: readonly Step[], mismatch: string): Promise<string> {
    let found = `once only: ${mismatch}`;
    const fails = async (some: readonly Step[]): Promise<boolean> => {
      const wrong = await replay(this.#world, this.#seed, some);
      found = wrong ?? found;
      return wrong !== undefined;
    };
    const smallest = (await fails(steps)) ? await shrinkSteps(steps, { fails, attempts: 300 }) : steps;
    return `Sequence ${index}: ${found}\n${smallest.map((step) => JSON.stringify(step)).join('\n')}`;
  }
}
