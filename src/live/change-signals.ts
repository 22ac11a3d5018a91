import type { Application } from '../app/application.ts';
import type { Topic, WorkerChannel } from '../base/worker-channel.ts';

export interface EntityChange {
  /** Undefined: anything may have changed. */
  readonly entities: ReadonlySet<string> | undefined;
}

/** Reports which entities may have changed. */
export interface ChangeSignals {
  /** Never calls the listener inside a client's request. Returns a function that removes it. */
  listen(listener: (change: EntityChange) => void): () => void;
  /** Returns the maximum milliseconds between two reads without a signal. */
  fallbackMs(entities: readonly string[]): number;
  /** Sets the entities of all live queries. */
  watch(entities: ReadonlySet<string>): void;
  close(): Promise<void>;
}

const CHANGED: Topic<readonly string[] | undefined> = { name: 'live-changed' };

/** Reports the changes that this service makes, in all of its workers. */
export function createChangeSignals({ observers, config }: Application, channel?: WorkerChannel): ChangeSignals {
  const listeners = new Set<(change: EntityChange) => void>();
  let waiting: Set<string> | undefined;
  let isAnything = false;
  const report = (entities: readonly string[] | undefined): void => {
    const change = { entities: entities && new Set(entities) };
    for (const listener of listeners) listener(change);
  };
  const flush = (): void => {
    const entities = isAnything ? undefined : [...(waiting ?? [])];
    waiting = undefined;
    isAnything = false;
    report(entities);
    channel?.broadcast(CHANGED, entities);
  };
  observers.add({
    executed: ({ operation, changes, error }) => {
      if (operation !== 'mutation') return;
      if (waiting === undefined) {
        waiting = new Set();
        setImmediate(flush);
      }
      // The outcome of a failed change may be unknown, and a routine may change every table.
      if (error !== undefined) isAnything = true;
      for (const { entity } of changes) {
        if (entity === undefined) isAnything = true;
        else waiting.add(entity);
      }
    },
  });
  channel?.on(CHANGED, report);
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    fallbackMs: () => config.runtime.live.fallback,
    watch: () => undefined,
    close: async () => listeners.clear(),
  };
}
