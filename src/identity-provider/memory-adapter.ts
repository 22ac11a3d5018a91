import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload } from 'oidc-provider';

const MOST = 10_000;

/** All that the models of a provider remember, under `<model>:<id>`. */
type Memory = LRUCache<string, AdapterPayload>;

/** Keeps sessions, codes and tokens of a provider until it ends. The library's own adapter does so too, but prints a warning. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const memory: Memory = new LRUCache({ max: MOST });
  return (model) => new MemoryAdapter(model, memory);
}

class MemoryAdapter implements Adapter {
  readonly #model: string;
  readonly #memory: Memory;

  constructor(model: string, memory: Memory) {
    this.#model = model;
    this.#memory = memory;
  }

  async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    this.#memory.set(this.#keyOf(id), payload, { ...(seconds > 0 && { ttl: seconds * 1000 }) });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#memory.get(this.#keyOf(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#own().find((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#own().find((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const payload = this.#memory.get(this.#keyOf(id));
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#memory.delete(this.#keyOf(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#memory.entries()) if (payload.grantId === grantId) this.#memory.delete(key);
  }

  #keyOf(id: string): string {
    return `${this.#model}:${id}`;
  }

  #own(): AdapterPayload[] {
    return [...this.#memory.entries()].flatMap(([key, payload]) =>
      key.startsWith(`${this.#model}:`) ? [payload] : [],
    );
  }
}
