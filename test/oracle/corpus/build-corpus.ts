/**
 * Rebuilds the corpora: `node test/oracle/corpus/build-corpus.ts [postgres mysql …]`. Run it when a test reports that
 * the corpus uses a feature too rarely, after a change of a generator or of the sample shop. It starts the embedded
 * PostgreSQL only, and takes about a minute. Then format the files by `npm run fix`.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '../../../src/embedded/start-embedded.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';
import { type ServerName, serverNames } from '../../support/server-names.ts';
import { shopFiles } from '../../support/shop-files.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { adaptShop } from '../adapt-shop.ts';
import { behindPolicies, visibleDataset } from '../behind-policies.ts';
import { collectCursors, PROBE_SEED } from '../compare-many.ts';
import { featuresOfPolicies } from '../expressions/compare-policies.ts';
import { drawValuesFor } from '../expressions/draw-value.ts';
import { makeRole } from '../expressions/role.ts';
import { drawTrial, featuresOfFilters } from '../filters/compare-conditions.ts';
import { commonPart, textOnly } from '../filters/methods.ts';
import type { CursorSet } from '../generate/generation.ts';
import { makeOperation } from '../generate/make-operation.ts';
import { makeProbes } from '../generate/make-probes.ts';
import { requiredFeatures } from '../generate/required-features.ts';
import { readShape } from '../generate/shape.ts';
import { writeVariables } from '../generate/variables.ts';
import type { Dataset } from '../naive/entity.ts';
import { parseExactJson } from '../naive/exact-json.ts';
import { createNaiveService } from '../naive/naive-service.ts';
import { readDataset } from '../naive/read-dataset.ts';
import { Store } from '../naive/store.ts';
import { writeSchema } from '../naive/write-schema.ts';
import { shop } from '../shop.ts';
import { sliceOf } from '../slice-here.ts';
import { writeAnswer } from '../write-answer.ts';
import {
  type Corpora,
  type CorpusName,
  corpusFile,
  corpusNames,
  type DrawContext,
  drawContextOf,
  MIN_USES,
} from './corpus.ts';
import { type Pool, reduce } from './reduce.ts';

/** Generator and requirements of a corpus. */
interface Source {
  /** Required features. */
  readonly required: ReadonlySet<string>;
  /** Items to choose from; more are drawn until each feature occurs often. */
  readonly pool: number;
  /** Makes an item with its own random numbers. */
  readonly draw: (context: DrawContext) => unknown;
}

/** Maximum number of drawn items, as a multiple of the pool size. */
const MAX_DRAWS_PER_POOL = 15;

function drawOperations(server: ServerName, dataset: Dataset, isHidden: boolean): Source {
  const rows = isHidden ? visibleDataset(dataset) : dataset;
  const { schema } = openOfflineShop(server, isHidden ? behindPolicies : undefined);
  const ownSchema = writeSchema(schema);
  const naive = createNaiveService(ownSchema, rows);
  const ingredients = { shape: readShape(ownSchema, rows, sliceOf(server)), store: new Store(rows) };
  const cursorSets: CursorSet[] = [];
  for (const probe of makeProbes({ ...ingredients, ...drawContextOf(PROBE_SEED), cursorSets })) {
    const { document, variables } = probe.operation;
    const { data } = naive.answer(document, writeVariables(variables));
    cursorSets.push(collectCursors(probe, naive, { expected: data, actual: parseExactJson(writeAnswer(data)) }));
  }
  return {
    required: requiredFeatures(ingredients.shape),
    pool: 1500,
    draw: (context) => makeOperation({ ...ingredients, ...context, cursorSets }),
  };
}

function sourcesOf(server: ServerName, dataset: Dataset): Readonly<Record<CorpusName, Source>> {
  drawValuesFor(server);
  const store = new Store(dataset);
  return {
    operations: drawOperations(server, dataset, false),
    'hidden operations': drawOperations(server, dataset, true),
    'common filters': {
      required: new Set(featuresOfFilters(commonPart, dataset)),
      pool: 400,
      draw: (context) => drawTrial(context, store, commonPart.suits),
    },
    'text filters': {
      required: new Set(featuresOfFilters(textOnly, dataset)),
      pool: 400,
      draw: (context) => drawTrial(context, store, textOnly.suits),
    },
    policies: {
      required: new Set(featuresOfPolicies(dataset)),
      pool: 80,
      draw: (context) => makeRole('r', dataset, { ...context, store }),
    },
  };
}

function drawPool({ required, pool: size, draw }: Source): Pool {
  const pool = new Map<number, ReadonlySet<string>>();
  const missing = new Map(Array.from(required, (feature) => [feature, MIN_USES]));
  for (let seed = 1; seed <= size || (missing.size > 0 && seed <= MAX_DRAWS_PER_POOL * size); seed += 1) {
    const context = drawContextOf(seed);
    draw(context);
    const features = new Set(context.coverage.counts().keys()).intersection(required);
    if (seed > size && features.isDisjointFrom(missing)) continue;
    pool.set(seed, features);
    for (const feature of features) {
      const remaining = (missing.get(feature) ?? 0) - 1;
      if (remaining > 0) missing.set(feature, remaining);
      else missing.delete(feature);
    }
  }
  if (missing.size > 0) console.warn(`Too rare: ${[...missing.keys()].join(', ')}.`);
  return pool;
}

const [, , ...names] = process.argv;
const folder = await makeTemporaryFolder();
const postgres = await startEmbedded({ directory: join(folder, 'postgres'), seed: shopFiles, settings: {} });
try {
  const rows = await readDataset(postgres.connectionString, shop);
  for (const server of serverNames.filter((name) => names.length === 0 || names.includes(name))) {
    const sources = sourcesOf(server, adaptShop(rows, server));
    const corpora = Object.fromEntries(
      corpusNames.map((name) => {
        const seeds = reduce(drawPool(sources[name]), MIN_USES);
        console.log(`${name} on ${server}: ${seeds.length}`);
        return [name, seeds];
      }),
    );
    await writeFile(corpusFile(server), JSON.stringify(corpora satisfies Partial<Corpora>));
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
