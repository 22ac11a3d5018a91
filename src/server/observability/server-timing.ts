import type { Observer, ReceivedRequest } from '../../base/observation.ts';

/** https://www.w3.org/TR/server-timing/ */
export class ServerTiming {
  readonly #requests = new WeakMap<ReceivedRequest, Stages>();

  readonly observer: Observer = {
    requestStarted: ({ request }) => this.#requests.set(request, new Stages()),
    stage: ({ request, stage }) => this.#requests.get(request)?.endStage(stage),
  };

  /** In order of first completion. Durations are in milliseconds. */
  stages(request: ReceivedRequest): Iterable<readonly [name: string, milliseconds: number]> {
    return this.#requests.get(request)?.entries() ?? [];
  }

  /** In milliseconds: `read;dur=0.123, document;dur=1.042` */
  header(request: ReceivedRequest): string {
    return [...this.stages(request)].map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(3)}`).join(', ');
  }
}

/** Ordered by first completion. */
export class Stages {
  readonly #durations = new Map<string, number>();
  #last = performance.now();

  /** Also starts the next stage. Adds durations of equal names. */
  endStage(name: string): void {
    const now = performance.now();
    this.#durations.set(name, (this.#durations.get(name) ?? 0) + now - this.#last);
    this.#last = now;
  }

  entries(): Iterable<readonly [name: string, milliseconds: number]> {
    return this.#durations.entries();
  }
}
