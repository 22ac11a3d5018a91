/** Tells connections when their next answer is due to be asked for; times in milliseconds, of `performance.now()`. */
export interface Pace {
  /** Waits until an answer is due. @returns when it was due; undefined when the time is over */
  next(): Promise<number | undefined>;
}

/** Due as soon as the one before is there. */
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
 * Due evenly spaced, whether those before are there or not: what is asked for late is late by so much, so that a server
 * that stands still for a while is charged for all who would have asked meanwhile.
 * @param rate answers a second
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
      // Timers know whole milliseconds only, so every answer that comes in looks who else is due.
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
