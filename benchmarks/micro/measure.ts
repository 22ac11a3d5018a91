import { measure as sample } from 'mitata';

/** Microseconds of wall-clock time. Other processes may interfere, so prefer the lower figures. */
export interface Timing {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
}

/** Copied for each measurement: the library mutates its options. */
const OPTIONS = {
  // Minimum duration of a measurement in nanoseconds.
  min_cpu_time: 40e6,
  min_samples: 20,
  // Calls per clock reading, for calls shorter than 20 µs.
  batch_samples: 128,
  batch_threshold: 20_000,
  // Number of calls that decide whether to batch. The first calls may be slow.
  warmup_samples: 50,
  warmup_threshold: 1e9,
  max_samples: 20_000,
  // A collection before each measurement would dominate the run time.
  gc: false,
};

export async function measure(work: () => unknown): Promise<Timing> {
  await warmUp(work);
  return inMicroseconds(await sample(work, { ...OPTIONS }));
}

/** Like `measure`, but passes a new value to each call. Creating it is not timed. */
export async function measureFresh<T>(make: () => T, work: (made: T) => unknown): Promise<Timing> {
  await warmUp(() => work(make()));
  const timed = await sample(
    function* () {
      yield { 0: make, bench: (made: T) => work(made) };
    },
    { ...OPTIONS },
  );
  return inMicroseconds(timed);
}

/** Milliseconds for the JIT compiler. */
const WARM_UP = 60;

async function warmUp(work: () => unknown): Promise<void> {
  const end = performance.now() + WARM_UP;
  while (performance.now() < end) await work();
}

const inMicroseconds = ({ min, p25, p50 }: { min: number; p25: number; p50: number }): Timing => ({
  min: min / 1000,
  p25: p25 / 1000,
  median: p50 / 1000,
});
