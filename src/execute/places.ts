/** How many places an entity may have beside each one that it leaves to others. */
const SHARE = 4;

/**
 * Places, of which no entity may take all: an entity that has n already gets another one only while n is at most four times the places that
 * are free then, but for those that are kept. So one alone gets most of them, a second most of what is left, and an entity that has none
 * gets the last one. It is a dynamic threshold, as for queues that share the memory of a switch (Choudhury and Hahne 1998).
 */
export class Places {
  readonly #max: number;
  readonly #kept: number;
  readonly #byEntity = new Map<string, number>();
  #taken = 0;

  /** @param kept are given only to entities that have none */
  constructor(max: number, kept: number) {
    this.#max = max;
    this.#kept = kept;
  }

  get taken(): number {
    return this.#taken;
  }

  get areFull(): boolean {
    return this.#taken >= this.#max;
  }

  /** Whether there is a place for work about these entities. */
  hasFor(entities: readonly string[]): boolean {
    const free = this.#max - this.#taken;
    if (free <= 0) return false;
    const allowed = Math.max(0, SHARE * (free - this.#kept));
    return entities.every((entity) => {
      const held = this.#byEntity.get(entity) ?? 0;
      return held === 0 || held <= allowed;
    });
  }

  take(entities: readonly string[]): void {
    this.#taken += 1;
    this.charge(entities, 1);
  }

  give(entities: readonly string[]): void {
    this.#taken -= 1;
    this.charge(entities, -1);
  }

  /** Counts a place that is taken already as one of these entities, or no longer. */
  charge(entities: readonly string[], by: 1 | -1): void {
    for (const entity of entities) this.#byEntity.set(entity, (this.#byEntity.get(entity) ?? 0) + by);
  }
}
