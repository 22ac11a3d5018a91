/** What the work comes to, or a rejection with `late()` when it takes longer than these milliseconds; it runs on then. */
export async function withinTime<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
