import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Observation } from '../../../src/base/observation.ts';
import { Observers } from '../../../src/base/observers.ts';
import {
  type ConnectStore,
  type Count,
  CounterStore,
  type Counters,
  LocalCounters,
} from '../../../src/server/limits/counters.ts';

describe('counters in memory', () => {
  it('count the amounts of a window, and restart after it', () => {
    vi.useFakeTimers();
    try {
      const counters = new LocalCounters(60_000, 10);
      expect(counters.add('a', 2)).toEqual({ used: 2, resetAfterMs: 60_000 });
      vi.advanceTimersByTime(59_999);
      expect(counters.add('a', 1)).toEqual({ used: 3, resetAfterMs: 1 });
      expect(counters.add('b', 1)).toEqual({ used: 1, resetAfterMs: 60_000 });
      vi.advanceTimersByTime(1);
      expect(counters.add('a', 1)).toEqual({ used: 1, resetAfterMs: 60_000 });
      expect(counters.add('b', 1).used).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never last longer than their window', () => {
    const counters = new LocalCounters(60_000, 1000);
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    for (let caller = 0; caller < 1000; caller += 1) {
      // Sums of such times are not exact.
      clock.mockReturnValue(40_000 + caller / 1000);
      expect(counters.add(`caller ${caller}`, 1).resetAfterMs).toBeLessThanOrEqual(60_000);
    }
  });

  it('stay bounded in a flood of addresses, and keep the counters of others', () => {
    const counters = new LocalCounters(60_000, 1000);
    for (let request = 0; request < 5; request += 1) counters.add('192.0.2.1', 1);
    for (let address = 0; address < 1_000_000; address += 1) {
      counters.add(`6:20010db8${address.toString(16).padStart(8, '0')}`, 1);
    }
    expect(counters.size).toBe(1000);
    expect(counters.add('192.0.2.1', 1).used).toBe(6);
    // The first 999 addresses of the flood have own counters, the others share one.
    expect(counters.add('6:20010db800000000', 0).used).toBe(1);
    expect(counters.add('6:20010db8ffffffff', 0).used).toBe(1_000_000 - 999);
  });

  it('count the networks of new callers separately while the memory is full', () => {
    const counters = new LocalCounters(60_000, 1);
    counters.add('192.0.2.1', 1);
    const networks = ['203.0.113.1', '198.51.100.1', '6:20010db800000000', 'c:abcdef', 'c:xyzdef'];
    for (const caller of networks) counters.add(caller, 1);
    expect(networks.map((caller) => counters.add(caller, 0).used)).toEqual([1, 1, 1, 1, 1]);
    expect(counters.add('203.0.99.99', 1).used).toBe(2);
  });

  it('remove ended windows as new ones begin', () => {
    vi.useFakeTimers();
    try {
      const counters = new LocalCounters(1000, 100);
      for (let caller = 0; caller < 100; caller += 1) counters.add(`old ${caller}`, 1);
      vi.advanceTimersByTime(1000);
      for (let caller = 0; caller < 60; caller += 1) counters.add(`new ${caller}`, 1);
      expect(counters.size).toBe(60);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('counters of a shared store', () => {
  /** A store whose next results are set by the test. */
  function createStore(add: Counters['add']): { readonly store: CounterStore; readonly events: Observation['kind'][] } {
    const observers = new Observers();
    const events: Observation['kind'][] = [];
    observers.add({
      limitStoreFailed: ({ kind }) => events.push(kind),
      limitStoreRestored: ({ kind }) => events.push(kind),
    });
    const connect: ConnectStore = async () => ({ open: () => ({ add }), close: () => undefined });
    return { store: new CounterStore({ maxCallers: 100 }, observers, connect), events };
  }

  it('are those of the store', async () => {
    const { store } = createStore(async (_, amount) => ({ used: 40 + amount, resetAfterMs: 5 }));
    await store.start();
    expect(await store.open({ limit: 'requests', window: 60, max: 100 }).add('a', 2)).toEqual({
      used: 42,
      resetAfterMs: 5,
    });
    expect(store.size).toBe(0);
    store.close();
  });

  it('are not requested again for a caller above every quota, until its window ends', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let requests = 0;
    const { store } = createStore(async (caller) => {
      if (caller === 'a') requests += 1;
      return { used: 11, resetAfterMs: 100 };
    });
    await store.start();
    const counters = store.open({ limit: 'requests', window: 60, max: 10 });
    for (let sent = 0; sent < 5; sent += 1) expect((await counters.add('a', 1)).used).toBe(11);
    expect(requests).toBe(1);
    vi.advanceTimersByTime(99);
    await counters.add('a', 1);
    expect(requests).toBe(1);
    vi.advanceTimersByTime(1);
    await counters.add('a', 1);
    expect(requests).toBe(2);
    store.close();
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('OOM command not allowed'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('are local while the store %s, and shared once it works again', async (_, fail) => {
    let isWorking = true;
    const { store, events } = createStore(() => (isWorking ? Promise.resolve({ used: 7, resetAfterMs: 5 }) : fail()));
    await store.start();
    const counters = store.open({ limit: 'requests', window: 60, max: 100 });
    expect((await counters.add('a', 1)).used).toBe(7);
    isWorking = false;
    expect((await counters.add('a', 1)).used).toBe(1);
    // Synchronous, so no further request waits for the store.
    expect(counters.add('a', 1)).toMatchObject({ used: 2 });
    expect(events).toEqual(['limitStoreFailed']);
    isWorking = true;
    await expect.poll(() => events).toEqual(['limitStoreFailed', 'limitStoreRestored']);
    expect((await counters.add('a', 1)).used).toBe(7);
    store.close();
  });

  it('are those of the store if its response waits while the event loop is busy', async () => {
    let respond: ((count: Count) => void) | undefined;
    const { store, events } = createStore(async (caller) =>
      caller === 'a' ? new Promise((resolve) => (respond = resolve)) : { used: 7, resetAfterMs: 5 },
    );
    await store.start();
    const count = store.open({ limit: 'requests', window: 60, max: 100 }).add('a', 1);
    // Sockets are read after the timers of the same turn, in which the time limit has passed.
    setTimeout(() => setImmediate(() => respond?.({ used: 8, resetAfterMs: 5 })));
    const busyUntil = performance.now() + 200;
    while (performance.now() < busyUntil);
    expect((await count).used).toBe(8);
    expect(events).toEqual([]);
    store.close();
  });

  it('do not delay the start for longer than a second', async () => {
    const { store, events } = createStore(() => Promise.reject(new Error('connect ECONNREFUSED')));
    await store.start();
    expect(events).toEqual(['limitStoreFailed']);
    expect(await store.open({ limit: 'requests', window: 60, max: 100 }).add('a', 1)).toMatchObject({ used: 1 });
    store.close();
  });
});
