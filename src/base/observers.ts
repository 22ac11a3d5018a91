import type { Observation, ObservationKind, ObservationOf, Observer } from './observation.ts';

/** Observers of one service: the log, `Server-Timing`, and others. */
export class Observers {
  readonly #byKind = new Map<ObservationKind, readonly Observer[]>();

  /** @param observer receives events from now on, after earlier observers */
  add(observer: Observer): void {
    for (const kind of Object.keys(observer) as ObservationKind[]) {
      this.#byKind.set(kind, [...(this.#byKind.get(kind) ?? []), observer]);
    }
  }

  /** Returns whether a kind is observed. Skips the cost of unobserved per-request events. */
  reads(kind: ObservationKind): boolean {
    return this.#byKind.has(kind);
  }

  /** Reports an observation to the observers of its kind. */
  readonly observe = (observation: Observation): void => this.#tell(observation);

  #tell<K extends ObservationKind>(observation: ObservationOf<K>): void {
    const { kind } = observation;
    for (const observer of this.#byKind.get(kind) ?? []) observer[kind]?.(observation);
  }
}
