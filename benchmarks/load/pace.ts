/** Times are `performance.now()`. */
export interface Pace {
  /** Waits for the next scheduled time and returns it; undefined at the end. */
  next(): Promise<number | undefined>;
}

/** Closed loop: the next request is due when the previous response arrives. */
export function asFastAsPossible(seconds: number): Pace {
  const end = performance.now() + seconds * 1000;
  return {
    next: async () => {
      const now = performance.now();
      return now < end ? now : undefined;
    },
  };
}

/**
 * Open loop: requests are due at a constant rate. Latency counts from the scheduled time, so it includes the wait
 * caused by a stalled server (no coordinated omission).
 * @param rate responses per second
 */
export function evenly(rate: number, seconds: number): Pace {
  const start = performance.now();
  const most = Math.max(1, Math.floor(rate * seconds));
  const waiting: { readonly due: number; readonly go: () => void }[] = [];
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    const now = performance.now();
    while ((waiting[0]?.due ?? Number.POSITIVE_INFINITY) <= now) waiting.shift()?.go();
    if (waiting.length > 0 && timer === undefined) timer = setTimeout(tick, 1);
  };
  const tick = (): void => {
    timer = undefined;
    release();
  };
  return {
    next: async () => {
      // Timers have a resolution of 1 ms, so each response also releases due requests.
      release();
      if (taken >= most) return undefined;
      const due = start + (taken * 1000) / rate;
      taken += 1;
      if (due > performance.now()) {
        await new Promise<void>((go) => {
          waiting.push({ due, go });
          release();
        });
      }
      return due;
    },
  };
}
