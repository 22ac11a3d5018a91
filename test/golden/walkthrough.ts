import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'walkthrough');
const PAGE = join(import.meta.dirname, '../../src/walkthrough.md');

const HEAD = `<!-- Written by \`npm run walkthrough\` from test/golden/walkthrough. -->

# One request through every stage

What each stage makes of one query; [README.md](README.md) says which folder is which stage.
`;

const stages = [
  ['The document', 'case.graphql', 'graphql', 'As a client sends it.'],
  ['The variables', 'variables.json', 'json', 'Each scalar is checked and coerced, on each call.'],
  [
    'The Operation',
    'operation.json',
    'json',
    'Fragments are merged, fields have their response keys, arguments are read. What is only a value is a slot. No word of the database yet.',
  ],
  ['The Plan', 'plan.json', 'json', 'Names are resolved, permissions are in place. No word of SQL yet.'],
  [
    'The Script',
    'postgres.sql',
    'sql',
    'One statement, here for PostgreSQL; behind `--` stand the values that were bound. The Script is cached, values are bound on each call.',
  ],
  [
    'The same plan on MariaDB',
    'mariadb.sql',
    'sql',
    'The same Plan, written by another dialect through the same contract.',
  ],
  [
    'The answer',
    'answer.json',
    'json',
    '`{"data":`, then what the database wrote, then `}`. Nothing of it is parsed on the way; here it is laid out for reading.',
  ],
] as const;

/** The page as the golden case has it now. */
export function renderPage(): string {
  const sections = stages.map(([title, file, language, words]) => {
    const text = readFileSync(join(FOLDER, file), 'utf8').trimEnd();
    return `## ${title}\n\n${words}\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;
  });
  return [HEAD, ...sections].join('\n');
}

export const readPage = (): string => readFileSync(PAGE, 'utf8');

const MAP = join(import.meta.dirname, '../../src/README.md');
const SAME = join(import.meta.dirname, 'one-read-in-four');

/** What stands around the statements of one read in the map of the code. */
const BEGIN = '<!-- one read: written by `npm run walkthrough` from test/golden/one-read-in-four -->\n';
const END = '<!-- end of one read -->';

const databases = { postgres: 'PostgreSQL', mariadb: 'MariaDB', mysql: 'MySQL', sqlserver: 'SQL Server' };

/** The statements of one read on every database. */
function renderStatements(): string {
  const block = (file: string, language: string): string =>
    `\`\`\`${language}\n${readFileSync(join(SAME, file), 'utf8').trimEnd()}\n\`\`\`\n`;
  const statements = Object.entries(databases).map(([name, title]) => `On ${title}:\n\n${block(`${name}.sql`, 'sql')}`);
  return [block('case.graphql', 'graphql'), ...statements].join('\n');
}

export const readMap = (): string => readFileSync(MAP, 'utf8');

/** The map of the code with the statements as the golden case has them now. @throws Error where it has no place for them */
export function renderMap(): string {
  const [before, rest] = readMap().split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`src/README.md has no place for one read: ${BEGIN}`);
  return `${before}${BEGIN}\n${renderStatements()}\n${END}${after}`;
}

if (import.meta.main) {
  writeFileSync(PAGE, renderPage());
  writeFileSync(MAP, renderMap());
}
