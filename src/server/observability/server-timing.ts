import type { Observer, ReceivedRequest } from '../../base/observation.ts';

/** Records the stages of each request for its `Server-Timing` header. https://www.w3.org/TR/server-timing/ */
export class ServerTiming {
  readonly #requests = new WeakMap<ReceivedRequest, Stages>();

  readonly observer: Observer = {
    requestStarted: ({ request }) => this.#requests.set(request, new Stages()),
    stage: ({ request, stage }) => this.#requests.get(request)?.endStage(stage),
  };

  /** Formats the completed stages in milliseconds: `read;dur=0.123, document;dur=1.042` */
  header(request: ReceivedRequest): string {
    const stages = this.#requests.get(request)?.entries() ?? [];
    return [...stages].map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(3)}`).join(', ');
  }
}

/** Stopwatch for stages, in milliseconds, ordered by first completion. */
export class Stages {
  readonly #durations = new Map<string, number>();
  #last = performance.now();

  /** Ends the running stage under this name and starts the next one. Durations of equal names are added. */
  endStage(name: string): void {
    const now = performance.now();
    this.#durations.set(name, (this.#durations.get(name) ?? 0) + now - this.#last);
    this.#last = now;
  }

  entries(): Iterable<readonly [name: string, milliseconds: number]> {
    return this.#durations.entries();
  }
}
