import { measure as sample } from 'mitata';

/** Microseconds for one call, by the clock; other processes may take the machine meanwhile, so the lower figures say more. */
export interface Timing {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
}

/** Handed on as a copy each time, as the library keeps things in what it is given. */
const OPTIONS = {
  // Nanoseconds that a measurement takes at least.
  min_cpu_time: 40e6,
  min_samples: 20,
  // So many calls between two looks at the clock, where one call is shorter than 20 µs.
  batch_samples: 128,
  batch_threshold: 20_000,
  // Looked at so often whether it is one; the first calls may be disturbed.
  warmup_samples: 50,
  warmup_threshold: 1e9,
  max_samples: 20_000,
  // Collecting everything before each measurement would take most of the time.
  gc: false,
};

/** Times a function, called over and over. */
export async function measure(work: () => unknown): Promise<Timing> {
  await warmUp(work);
  return inMicroseconds(await sample(work, { ...OPTIONS }));
}

/** The same for one that needs something fresh for each call; making that is not measured. */
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

/** Milliseconds for the compiler of the engine to see what there is to do. */
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
