import type { Order, Sent } from './order.ts';
import { send } from './send.ts';

export type Reply = { readonly sent: Sent } | { readonly failure: string };

process.on('message', async (order: Order) => {
  const reply: Reply = await send(order).then(
    (sent) => ({ sent }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(reply);
});
