import { error, type Fault } from './connection.ts';

/** Where a server is. */
export interface Place {
  readonly host: string;
  /** Of SQL Server, where several run on a machine. */
  readonly instance?: string;
  readonly port?: string;
}

/** `tcp:host\instance,port`, as SqlClient writes it; `.` and `(local)` are this machine. */
export function splitServer(written: string): Place {
  const [, name = written, instance, port] = /^(?:tcp:)?([^\\,]*)(?:\\([^,]*))?(?:,\s*(.*))?$/i.exec(written) ?? [];
  const host = name === '.' || name.toLowerCase() === '(local)' ? 'localhost' : name;
  return { host, ...(instance && { instance }), ...(port && { port }) };
}

/** What is wrong with the place of a server; undefined where nothing is. */
export function checkPlace({ host, port }: Place): Fault | undefined {
  if (/^\(localdb\)/i.test(host)) {
    return error(
      'LocalDB cannot be reached by TCP, and only by the Windows account that started it.',
      'a server of SQL Server, as localhost or .\\SQLEXPRESS',
    );
  }
  if (/^(np|lpc|admin):/i.test(host) || /^[^/].*,/.test(host) || host === '')
    return error('The host must be one server that is reached by TCP.', 'one host name or address');
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65_535))
    return error('The port is none.', 'a whole number up to 65535');
  return undefined;
}
