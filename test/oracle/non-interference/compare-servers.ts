import { print } from 'graphql';
import { Coverage } from '../generate/coverage.ts';
import type { CursorSet } from '../generate/generation.ts';
import { makeProbes } from '../generate/make-probes.ts';
import type { Random } from '../generate/random.ts';
import { readShape, type Shape } from '../generate/shape.ts';
import { Store } from '../naive/store.ts';
import { writeSchema } from '../naive/write-schema.ts';
import { sliceHere } from '../slice-here.ts';
import { makeBad } from './make-bad.ts';
import { makeChange } from './make-changes.ts';
import { makeGraphql, writeGraphql } from './make-graphql.ts';
import { makeCollection, makeItem } from './make-rest.ts';
import { makeTargeted } from './make-targeted.ts';
import type { RestrictedView } from './restricted-view.ts';
import { AUDITOR, type Served } from './serve-views.ts';
import type { Tally } from './tally.ts';
import { type Caller, type Identification, send, type TestRequest, type TestResponse } from './test-request.ts';

/** Two servers whose databases differ only in data hidden from one role. */
export interface Pair {
  readonly view: RestrictedView;
  readonly before: Served;
  readonly after: Served;
}

export interface ComparisonOptions {
  readonly random: Random;
  readonly count: number;
  readonly tally: Tally;
  readonly identification: Identification;
  /** Number of concurrent unrestricted callers. */
  readonly others: number;
}

const MAX_LEAKS = 5;

/** One request in this many is repeated by the auditor. */
const AUDITED = 4;

/** Sends the same random requests to both servers as the restricted role, and compares the complete responses. */
export async function compareServers(pair: Pair, options: ComparisonOptions): Promise<void> {
  const { tally, count, random, others, identification } = options;
  const { callerOf } = identification;
  const { view } = pair;
  const session = new Session(pair, options);
  await session.collectCursors();
  const callers = view.role.invalidCallers.map(({ token }) => callerOf(view.role.name, token));
  const caller = callerOf(view.role.name, view.role.caller.token);
  let last: TestRequest | undefined;
  let isOver = false;
  const auditors = Array.from({ length: others }, async () => {
    while (!isOver) {
      if (last !== undefined) await session.audit(last);
      await new Promise((done) => setImmediate(done));
    }
  });
  for (let index = 0; index < count && tally.leaks.length < MAX_LEAKS; index += 1) {
    const isMisfit = callers.length > 0 && random.chance(0.04);
    const request = session.make();
    last = request;
    await session.send(request, isMisfit ? random.pick(callers) : caller);
    if (index % AUDITED === 0) await session.audit(request);
  }
  isOver = true;
  await Promise.all(auditors);
}

/** Cursors, links, and ETags of earlier responses. */
class Session {
  readonly #pair: Pair;
  readonly #options: ComparisonOptions;
  readonly #permitted: { readonly shape: Shape; readonly coverage: Coverage };
  readonly #unrestricted: { readonly shape: Shape; readonly coverage: Coverage };
  readonly #visible: Store;
  readonly #mixed: Store;
  readonly #all: Store;
  readonly #cursorSets: CursorSet[] = [];
  readonly #links: string[] = [];
  readonly #tagged: { readonly request: TestRequest; readonly etag: string }[] = [];

  constructor(pair: Pair, options: ComparisonOptions) {
    this.#pair = pair;
    this.#options = options;
    const { visible, everything } = pair.view;
    const schema = writeSchema(pair.before.application.schema);
    this.#visible = new Store(visible);
    this.#mixed = new Store({ entities: visible.entities, rows: everything.rows });
    this.#all = new Store(everything);
    this.#permitted = { shape: readShape(schema, visible, sliceHere()), coverage: new Coverage([]) };
    this.#unrestricted = { shape: readShape(schema, everything, sliceHere()), coverage: new Coverage([]) };
  }

  /** Fetches cursors for several values of `orderBy`. */
  async collectCursors(): Promise<void> {
    const { random } = this.#options;
    const parts = { ...this.#permitted, random, store: this.#visible, cursorSets: [] };
    const probes = makeProbes(parts);
    for (const { entity, orderBy, operation } of random.times(Math.min(PROBES, probes.length), () =>
      random.pick(probes),
    )) {
      const request = writeGraphql(random, { document: print(operation.document), variables: '{}' }, 'cursors');
      const answer = await this.send(request, this.#own());
      const cursors = [...answer.body.matchAll(/"(?:start|end)Cursor" ?: ?"([^"]+)"/g)].map(
        ([, cursor = '']) => cursor,
      );
      if (cursors.length > 0) this.#cursorSets.push({ entity, orderBy, cursors });
    }
  }

  #own(): Caller {
    const { name, caller } = this.#pair.view.role;
    return this.#options.identification.callerOf(name, caller.token);
  }

  make(): TestRequest {
    const { random } = this.#options;
    const { view } = this.#pair;
    const { entities } = view.visible;
    const store = random.chance(0.8) ? this.#visible : this.#mixed;
    const kind = random.pickWeighted(kinds, ({ weight }) => weight).kind;
    switch (kind) {
      case 'graphql':
        return makeGraphql(random, { ...this.#permitted, store, cursorSets: this.#cursorSets }, 'graphql random');
      case 'unrestricted':
        return makeGraphql(
          random,
          { ...this.#unrestricted, store: this.#all, cursorSets: [] },
          'graphql with forbidden names',
        );
      case 'aimed': {
        const targeted = makeTargeted(random, view, this.#permitted.shape.connections);
        if (targeted === undefined) return this.make();
        const { feature, ...operation } = targeted;
        return writeGraphql(random, operation, feature);
      }
      case 'collection':
        return makeCollection({ random, store, entities });
      case 'item':
        return makeItem({ random, store, entities });
      case 'follow':
        return this.#follow();
      case 'revalidate':
        return this.#revalidate();
      case 'bad':
        return makeBad({ random, view, all: this.#all });
      case 'change':
        return makeChange(random, view);
    }
  }

  /** Follows a link of an earlier response. */
  #follow(): TestRequest {
    const { random } = this.#options;
    if (this.#links.length === 0) return this.make();
    const url = random.pick(this.#links);
    const names = [...url.matchAll(/[?&](\$\w+)=/g)].map(([, name = '']) => name);
    return { features: ['follow', ...names], method: 'GET', url, headers: {} };
  }

  /** Repeats a request with the ETag of its own or another response. */
  #revalidate(): TestRequest {
    const { random } = this.#options;
    if (this.#tagged.length === 0) return this.make();
    const { request, etag } = random.pick(this.#tagged);
    const other = random.chance(0.2) ? random.pick(this.#tagged).etag : etag;
    const method = random.chance(0.2) ? 'HEAD' : 'GET';
    return { ...request, method, features: ['revalidate'], headers: { ...request.headers, 'if-none-match': other } };
  }

  /** Sends a request to both servers. */
  async send(request: TestRequest, caller: Caller): Promise<TestResponse> {
    const { before, after, view } = this.#pair;
    const { tally } = this.#options;
    const [first, second] = await Promise.all([send(before, request, caller), send(after, request, caller)]);
    tally.requests += 1;
    tally.count([...request.features, `status ${first.status}`]);
    if (first.status === 200 && request.method !== 'HEAD') {
      const isError = first.body.startsWith('{"errors"');
      tally.count([isError ? 'errors of GraphQL' : 'data']);
      if (!isError) {
        tally.answers.all += 1;
        tally.answers.nonEmpty += isEmpty(first.body) ? 0 : 1;
      }
    }
    const difference = findDifference(first, second);
    if (difference !== undefined) tally.leaks.push(describe(request, view, difference));
    this.#learn(request, first);
    return first;
  }

  /** Sends a request as a caller who sees the difference. */
  async audit(request: TestRequest): Promise<void> {
    const { before, after } = this.#pair;
    const { audited } = this.#options.tally;
    const auditor = this.#options.identification.callerOf(AUDITOR, {});
    const [first, second] = await Promise.all([send(before, request, auditor), send(after, request, auditor)]);
    if (first.status !== 200) return;
    audited.all += 1;
    if (findDifference(first, second) !== undefined) audited.different += 1;
  }

  #learn(request: TestRequest, { headers }: TestResponse): void {
    const { etag, link } = headers;
    if (typeof etag === 'string' && request.method === 'GET' && !('if-none-match' in request.headers)) {
      this.#tagged.push({ request, etag });
    }
    const urls = typeof link === 'string' ? [...link.matchAll(/<([^>]*)>; ?rel="?(\w+)/g)] : [];
    for (const [, url = '', rel] of urls) if (rel !== 'first') this.#links.push(url.replace(/^https?:\/\/[^/]+/, ''));
  }
}

const PROBES = 6;

const kinds = [
  { kind: 'graphql', weight: 30 },
  { kind: 'unrestricted', weight: 3 },
  { kind: 'aimed', weight: 22 },
  { kind: 'collection', weight: 22 },
  { kind: 'item', weight: 8 },
  { kind: 'follow', weight: 8 },
  { kind: 'revalidate', weight: 8 },
  { kind: 'bad', weight: 10 },
  { kind: 'change', weight: 20 },
] as const;

/** Returns whether a body has no data except null, zero, false, type names, cursors, and links. */
const isEmpty = (body: string): boolean =>
  !/\[ ?\{|: ?(?:"|-?[1-9]|-?0\.|true)/.test(
    body
      .replaceAll(/"(?:startCursor|endCursor|nextLink)" ?: ?"[^"]*"/g, '')
      .replaceAll(/: ?"(?:Query|\w+Connection)"/g, ''),
  );

/** Returns the first difference in status, headers, or body. */
function findDifference(first: TestResponse, second: TestResponse): string | undefined {
  if (first.status !== second.status) return `status ${first.status}, ${second.status}\n${first.body}\n${second.body}`;
  if (first.body !== second.body) {
    const at = [...first.body].findIndex((sign, index) => sign !== second.body[index]);
    const from = Math.max(0, at - 150);
    return `body at ${at}:\n${first.body.slice(from, at + 150)}\n${second.body.slice(from, at + 150)}`;
  }
  const names = new Set([...Object.keys(first.headers), ...Object.keys(second.headers)]);
  const name = [...names].find((header) => String(first.headers[header]) !== String(second.headers[header]));
  return name === undefined ? undefined : `header ${name}: ${first.headers[name]}, ${second.headers[name]}`;
}

const describe = (
  { method, url, headers, body = '' }: TestRequest,
  { role: { name, hidden }, forbidden }: RestrictedView,
  text: string,
): string =>
  [
    `${name}: ${method} ${decodeURIComponent(url)}`,
    JSON.stringify(headers),
    body.startsWith('{"query"') ? JSON.parse(body).query + JSON.stringify(JSON.parse(body).variables) : body,
    `hidden: ${JSON.stringify(Object.fromEntries(hidden))}, forbidden: ${forbidden.join()}`,
    text,
  ].join('\n');
