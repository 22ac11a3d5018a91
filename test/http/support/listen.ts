import { pino } from 'pino';
import type { Application } from '../../../src/app/application.ts';
import { createServer } from '../../../src/server/create-server.ts';

/** Serves an application on a free port; closing the server closes the application. */
export async function listen(application: Application): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(application, pino({ level: 'silent' }));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return { origin, close: () => server.close() };
}
