import { printSchema } from 'graphql';
import { Observers } from '../base/observers.ts';
import type { Config, DataSource } from '../config/config.ts';
import type { ConnectedSource } from '../dialect/store-kind.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { createExecution } from '../execute/create-execution.ts';
import type { Driver } from '../store/driver.ts';
import { answer } from './answer.ts';
import type { Application } from './application.ts';
import { attachResolvers } from './attach-resolvers.ts';
import { CurrentParts } from './current-parts.ts';
import { explain } from './explain.ts';
import { explainUnreachable, findKind } from './find-kind.ts';
import { makeParts, readMark, type Sources } from './make-parts.ts';
import type { Parts } from './parts.ts';

/** Options of `boot`. */
export interface BootOptions {
  /** Whether to use an embedded server that another process runs. Only for commands that serve nothing: it may end at any time. */
  readonly reuseRunning?: boolean;
}

/**
 * From a configuration to a running Application.
 * @param observers read what happens, from the warnings of the start on
 * @throws ConfigurationError with every problem that keeps it from starting; Refusal Unavailable when the database does not answer
 */
export async function boot(
  config: Config,
  observers = new Observers(),
  options: BootOptions = {},
): Promise<Application> {
  const { source, stop } = await startSource(config.dataSource, options);
  try {
    const { kind, problems } = await findKind(source);
    for (const problem of problems) observers.observe({ kind: 'problem', problem });
    const driver = await kind.open(source);
    try {
      return await assemble({ config, kind, driver, stop }, observers);
    } catch (error) {
      await driver.close();
      throw error;
    }
  } catch (error) {
    const explained = await explainUnreachable(error, source);
    await stop();
    throw explained;
  }
}

/** The source with a running database: an embedded one is started first. */
async function startSource(
  source: DataSource,
  options: BootOptions,
): Promise<{ source: ConnectedSource; stop: () => Promise<void> }> {
  if (source.embedded === undefined)
    return { source: { ...source, connectionString: source.connectionString ?? '' }, stop: async () => undefined };
  const { connectionString, stop } = await startEmbedded({ ...source.embedded, ...options });
  return { source: { ...source, connectionString }, stop };
}

interface Started extends Pick<Sources, 'config' | 'kind'> {
  readonly driver: Driver;
  readonly stop: () => Promise<void>;
}

async function assemble({ config, kind, driver, stop }: Started, observers: Observers): Promise<Application> {
  const running = { driver, observers, maxBytes: config.runtime.limits.response };
  const execution = createExecution(running, config.dataSource.pool);
  const sources: Sources = { config, kind, execution };
  const ask: Application['answer'] = (request) => answer(request, current);
  let generation = 0;
  const make = async (previous?: Parts): Promise<Parts> => {
    const parts = await makeParts({ ...sources, generation, ...(previous && { previous }) });
    generation += 1;
    if (parts.schema !== previous?.schema) attachResolvers(parts.schema, ask);
    return parts;
  };
  const current = new CurrentParts(await make(), {
    make,
    readMark: () => readMark(sources),
    interval: config.dataSource.catalogInterval,
    observe: observers.observe,
  });
  return {
    config,
    get model() {
      return current.get().model;
    },
    get schema() {
      return current.get().schema;
    },
    get restSchema() {
      return current.get().restSchema;
    },
    // Printed when it is asked for, so that starting need not.
    get sdl() {
      return printSchema(current.get().schema);
    },
    observers,
    answer: ask,
    explain: (request) => explain(request, current.get()),
    // Each request asks for one of them.
    isFull: {
      get reads() {
        return execution.admissions.reads.isQueueFull;
      },
      get changes() {
        return execution.admissions.changes.isQueueFull;
      },
    },
    ping: () => execution.service.ping(),
    // Several servers may serve it, and each closes it.
    close: once(async () => {
      current.close();
      await driver.close();
      await stop();
    }),
  };
}

/** Work that is done the first time that it is asked for. */
function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}
