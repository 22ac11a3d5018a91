import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { firstPacket, MESSAGE, type Message, onMessages, sendMessage } from './packets.ts';
import { type Request, readRequest } from './read-request.ts';
import { type Certificate, protect } from './tls-layer.ts';
import {
  attentionDone,
  batchDone,
  callDone,
  type Encryption,
  type Failure,
  failure,
  greeting,
  loginDone,
  loginRefused,
  loginRouted,
} from './tokens.ts';

/** The reply to a request: results, then errors; or no reply until an attention. */
export type Reply =
  | { readonly results?: readonly Buffer[]; readonly failures?: readonly Failure[] }
  | 'nothing'
  | 'hang up';

export interface Playback {
  /** Replies to requests other than those that open a session. By default, a request completes without a result. */
  readonly reply?: (request: Request, connection: number) => Reply | undefined;
  readonly login?: (connection: number) => Failure | 'nothing' | undefined;
  /** Port of another server, to which all logins are redirected. */
  readonly sendsTo?: number;
  readonly encryption?: Encryption;
  /** Certificate for TLS, which `encryption` enables. */
  readonly certificate?: Certificate;
  /** True if the server responds to an attention. */
  readonly stops?: boolean;
  /** Requests of which only half of the reply is sent. */
  readonly cutsAnswers?: (request: Request) => boolean;
  /** Packet size in bytes. */
  readonly packet?: number;
}

/** A TDS server that plays back the replies of a test and runs no statement. */
export class TdsServer {
  readonly #server: net.Server;
  readonly #sockets: Socket[] = [];
  readonly #playback: Playback;
  /** All requests, with their connection number. */
  readonly requests: (Request & { readonly connection: number })[] = [];
  /** Number of attentions received. */
  attentions = 0;
  /** Number of login attempts. */
  logins = 0;

  private constructor(playback: Playback) {
    this.#playback = playback;
    this.#server = net.createServer((socket) => this.#serve(socket));
  }

  static async start(playback: Playback = {}): Promise<TdsServer> {
    const server = new TdsServer(playback);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
    return `mssql://me:secret@127.0.0.1:${address.port}/shop`;
  }

  /** Requests without those that open a session. */
  get requestsAfterLogin(): readonly Request[] {
    return this.requests.filter((request) => !isOfOpening(request));
  }

  /** Number of open connections. */
  get open(): number {
    return this.#sockets.filter((socket) => !socket.destroyed).length;
  }

  /** Closes all connections abruptly. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.drop();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    const connection = this.#sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    const { certificate, encryption = 'none' } = this.#playback;
    const clear =
      certificate === undefined ? socket : protect(socket, certificate, () => this.#send(socket, greeting(encryption)));
    onMessages(clear, (message) => this.#receive(message, clear, connection));
  }

  #receive(message: Message, socket: Duplex, connection: number): void {
    const { encryption = 'none', stops = true } = this.#playback;
    if (message.type === MESSAGE.prelogin) this.#send(socket, greeting(encryption));
    else if (message.type === MESSAGE.login) this.#acceptLogin(socket, connection);
    else if (message.type !== MESSAGE.attention) this.#answer(message, socket, connection);
    else {
      this.attentions += 1;
      if (!stops) return;
      // The running request ends before the attention is acknowledged.
      this.#send(socket, batchDone());
      this.#send(socket, attentionDone());
    }
  }

  #acceptLogin(socket: Duplex, connection: number): void {
    this.logins += 1;
    const apiError = this.#playback.login?.(connection);
    const { sendsTo } = this.#playback;
    if (apiError === 'nothing') return;
    if (apiError !== undefined) this.#send(socket, loginRefused(apiError));
    else this.#send(socket, sendsTo === undefined ? loginDone() : loginRouted({ host: '127.0.0.1', port: sendsTo }));
  }

  #answer(message: Message, socket: Duplex, connection: number): void {
    if (message.isIgnored) {
      this.#send(socket, batchDone());
      return;
    }
    const request = readRequest(message);
    this.requests.push({ ...request, connection });
    const reply = (isOfOpening(request) ? undefined : this.#playback.reply?.(request, connection)) ?? {};
    if (reply === 'nothing') return;
    if (reply === 'hang up') {
      socket.destroy();
      return;
    }
    const { results = [], failures = [] } = reply;
    const end = request.kind === 'call' ? callDone(failures.length > 0) : batchDone();
    const whole = Buffer.concat([...results, ...failures.map(failure), end]);
    if (this.#playback.cutsAnswers?.(request)) socket.write(firstPacket(whole.subarray(0, whole.length / 2)));
    else this.#send(socket, whole);
  }

  #send(socket: Duplex, data: Buffer): void {
    sendMessage(socket, data, this.#playback.packet ?? 4096);
  }
}

/** Returns whether a request belongs to the opening or reset of a session. */
const isOfOpening = ({ kind, text }: Request): boolean =>
  kind === 'batch' && (text.startsWith('set ansi_nulls') || text.startsWith('set lock_timeout'));
