import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Reply } from './load-process.ts';
import type { Order, Sent } from './order.ts';

/** All contenders share the process, so its JIT state is the same for each of them. */
export interface LoadProcess {
  /**
   * Runs one order at a time.
   * @throws Error when a request fails
   */
  send(order: Order): Promise<Sent>;
  stop(): Promise<void>;
}

export function startLoad(): LoadProcess {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit');
  return {
    send: async (order) => {
      const replied = once(child, 'message');
      child.send(order);
      const [reply] = (await Promise.race([replied, ended.then(() => [])])) as [Reply?];
      if (reply === undefined) throw new Error('The load process has ended.');
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.sent;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
