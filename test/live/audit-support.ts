import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AuditSettings } from '../../src/config/config.ts';
import type { Random } from '../oracle/generate/random.ts';

/** Entity, action, and outcome: `Note create ok`. */
type Expected = readonly string[];

export interface Attempt {
  /** Also the text of the rows that it creates. */
  readonly id: string;
  readonly expected: Expected;
  /** Undefined if the connection broke. */
  status: number | undefined;
}

const rest = (path: string, method = 'GET', body?: object, role = 'writer') => ({ path, method, body, role });

const graphql = (query: string, variables: object = {}, role = 'writer') => ({
  path: 'graphql',
  method: 'POST',
  body: { query, variables },
  role,
});

/** The operations, with their accesses by success. `id` is the text of new rows, `key` names any row. */
const operations: readonly ((id: string, key: number) => [ReturnType<typeof rest>, Expected])[] = [
  (id) => [rest('api/Note', 'POST', { text: id }), ['Note create ok']],
  (id) => [
    graphql('mutation ($text: String!) { createNote(item: { text: $text }) { id } }', { text: id }),
    ['Note create ok'],
  ],
  (id) => [
    graphql(
      'mutation ($text: String!) { createNote(item: { text: $text, tags: [{ name: "a" }, { name: "b" }] }) { id } }',
      {
        text: id,
      },
    ),
    ['Note create ok', 'Tag create ok'],
  ],
  (id) => [
    graphql(
      'mutation ($text: String!) { a: createNote(item: { text: $text }) { id } b: createNote(item: { text: $text }) { id } }',
      {
        text: id,
      },
    ),
    ['Note create ok', 'Note create ok'],
  ],
  (_, key) => [
    graphql('mutation ($id: Int!) { updateNote(id: $id, item: { done: true }) { id } }', { id: key }),
    ['Note update ok'],
  ],
  (_, key) => [
    graphql('mutation ($id: Int!) { deleteNote(id: $id) { id } }', { id: key + 1_000_000 }),
    ['Note delete ok'],
  ],
  (_, key) => [rest(`api/Note/${key + 1_000_000}`, 'DELETE'), ['Note delete ok']],
  (_, key) => [
    graphql('query ($id: Int!) { note_by_pk(id: $id) { id tags { name } } }', { id: key }),
    ['Note read ok', 'Tag read ok'],
  ],
  () => [rest('api/Note?$first=2'), ['Note read ok']],
  () => [graphql('{ a: notes(first: 1) { id } b: notes(first: 1) { id } }'), ['Note read ok', 'Note read ok']],
  (id) => [rest('api/Note', 'POST', { text: id }, 'reader'), ['Note create denied Forbidden']],
  (id) => [
    graphql('mutation ($text: String!) { createNote(item: { text: $text }) { id } }', { text: id }, 'reader'),
    ['Note create denied Forbidden'],
  ],
  () => [graphql('mutation { createNote(item: { text: "known" }) { id } }'), ['Note create failed Conflict']],
];

/** Sends one random operation, and records the accesses that its response acknowledges. */
export async function attempt(origin: string, random: Random): Promise<Attempt> {
  const id = randomUUID();
  const [{ path, method, body, role }, expected] = random.pick(operations)(id, random.int(1, 100));
  const sent: Attempt = { id, expected, status: undefined };
  try {
    const response = await fetch(`${origin}/${path}`, {
      method,
      headers: {
        'x-request-id': id,
        'x-api-role': role,
        accept: 'application/graphql-response+json, application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.text();
    sent.status = response.status;
  } catch {
    // The service was killed.
  }
  return sent;
}

interface AuditLine {
  readonly id: string;
  readonly request: string;
  readonly entity: string;
  readonly action: string;
  readonly outcome: string;
  readonly code?: string;
}

/** Accesses by request. Each has one line, or `pending` and its outcome. */
export class AuditReport {
  readonly #byRequest = new Map<string, Map<string, AuditLine[]>>();
  /** Ids whose lines contradict each other. */
  readonly contradictions: string[] = [];
  lineCount = 0;

  /** @param texts contents of log files, in order; fragments of lines are skipped */
  constructor(texts: readonly string[]) {
    for (const text of texts.flatMap((content) => content.split('\n'))) {
      const line = parse(text);
      if (line === undefined) continue;
      this.lineCount += 1;
      const accesses = this.#byRequest.get(line.request) ?? new Map<string, AuditLine[]>();
      this.#byRequest.set(line.request, accesses);
      accesses.set(line.id, [...(accesses.get(line.id) ?? []), line]);
    }
    for (const lines of [...this.#byRequest.values()].flatMap((accesses) => [...accesses.values()])) {
      const outcomes = lines.map(({ outcome }) => outcome);
      const isValid =
        outcomes.length === 1 || (outcomes.length === 2 && outcomes[0] === 'pending' && outcomes[1] !== 'pending');
      if (!isValid) this.contradictions.push(`${lines[0]?.id}: ${outcomes.join(', ')}`);
    }
  }

  /** Returns the accesses of a request with their last outcomes. */
  accessesOf(request: string): Expected {
    const accesses = this.#byRequest.get(request) ?? new Map<string, AuditLine[]>();
    return [...accesses.values()].map((lines) => {
      const { entity, action, outcome, code } = lines.at(-1) as AuditLine;
      return [entity, action, outcome, ...(code === undefined ? [] : [code])].join(' ');
    });
  }
}

function parse(text: string): AuditLine | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const readLog = (path: string): string => readFileSync(path, 'utf8');

export const NOTES_SQL = `
create table notes (id integer generated by default as identity primary key, text text not null, done boolean);
create unique index known on notes (text) where text = 'known';
create table tags (id integer generated by default as identity primary key, note_id integer not null references notes, name text not null);
insert into notes (text) select 'row ' || n from generate_series(1, 100) n;
insert into notes (text) values ('known');
`;

/** Returns the content of a configuration file. */
export const notesConfiguration = (connectionString: string, audit: object | undefined, runtime: object = {}) => ({
  'data-source': { 'database-type': 'postgresql', 'connection-string': connectionString },
  runtime: {
    host: { mode: 'development', authentication: { provider: 'Simulator' } },
    ...(audit && { audit }),
    ...runtime,
  },
  entities: {
    Note: {
      source: 'notes',
      permissions: [
        { role: 'writer', actions: ['*'] },
        { role: 'reader', actions: ['read'] },
      ],
      relationships: { tags: { hasMany: 'Tag' } },
    },
    Tag: {
      source: 'tags',
      permissions: [{ role: 'writer', actions: ['*'] }],
      relationships: { note: { belongsTo: 'Note' } },
    },
  },
});

export type OnFailure = AuditSettings['onFailure'];
