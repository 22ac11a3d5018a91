import type { Observation, ObservationKind, ObservationOf, Observer } from './observation.ts';

/** All who read what happens in one service: log, `Server-Timing`, and whoever else is added. */
export class Observers {
  readonly #byKind = new Map<ObservationKind, readonly Observer[]>();

  /** @param observer reads from now on, after those that were added before it */
  add(observer: Observer): void {
    for (const kind of Object.keys(observer) as ObservationKind[]) {
      this.#byKind.set(kind, [...(this.#byKind.get(kind) ?? []), observer]);
    }
  }

  /** Whether anybody reads a kind. What happens with every request is observed only then, so it costs nothing otherwise. */
  reads(kind: ObservationKind): boolean {
    return this.#byKind.has(kind);
  }

  /** Tells all who read its kind. */
  readonly observe = (observation: Observation): void => this.#tell(observation);

  #tell<K extends ObservationKind>(observation: ObservationOf<K>): void {
    const { kind } = observation;
    for (const observer of this.#byKind.get(kind) ?? []) observer[kind]?.(observation);
  }
}
