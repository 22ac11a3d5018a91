import { expect, it, vi } from 'vitest';
import { choose, isFullRun, optionList, readOptions } from '../../../benchmarks/read-options.ts';
import { formatHelp } from '../../../benchmarks/report/format-help.ts';

it('no arguments select the default parts', () => {
  const options = readOptions([]);
  expect([...options.parts]).toEqual(['boot', 'requests', 'storm']);
  expect(options).toMatchObject({ connections: 16, strict: false });
  expect(options).not.toHaveProperty('workloads');
  expect(isFullRun(options)).toBe(true);
});

it('parts and options are accepted in any order', () => {
  const options = readOptions(['--rounds', '3', 'soak', '--workloads', 'point,list', 'boot', '--strict']);
  expect([...options.parts]).toEqual(['soak', 'boot']);
  expect(options).toMatchObject({ rounds: 3, workloads: ['point', 'list'], strict: true });
  expect(isFullRun(options)).toBe(false);
});

it.each([
  [
    ['sok'],
    'Unknown part "sok". Choose one of: boot, requests, storm, micro, growth, limits, soak, workers, live, report.',
  ],
  // Members inherited from Object are not parts.
  [['toString'], 'Unknown part "toString"'],
  [['--rounds', '0'], '--rounds must be an integer from 1 to 99999, found "0".'],
  [['--seconds', '1.5'], '--seconds must be an integer from 1 to 99999, found "1.5".'],
  [['--minutes', '2'], '--minutes must be an integer from 3 to 99999, found "2".'],
  [['requests', '--store', 'oracle'], 'Unknown store "oracle". Choose one of: postgres, mariadb, mysql, sqlserver.'],
  [['--store', 'mysql'], 'mysql supports only the part "requests": npm run bench -- requests --store mysql'],
  [['requests', 'soak', '--store', 'mysql'], 'mysql supports only the part "requests"'],
  [['--round', '3'], "Unknown option '--round'"],
])('%j is rejected', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

it('SQL Server requires JOINERY_SQLSERVER_URL', () => {
  vi.stubEnv('JOINERY_SQLSERVER_URL', undefined);
  const read = () => readOptions(['requests', '--store', 'sqlserver']).store;
  expect(read).toThrow('Set JOINERY_SQLSERVER_URL to a SQL Server');
  vi.stubEnv('JOINERY_SQLSERVER_URL', 'mssql://sa:secret@localhost');
  expect(read()).toBe('sqlserver');
  vi.unstubAllEnvs();
});

it('choose returns the named entries in the order of the full list', () => {
  const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  expect(choose('letter', all, ['c', 'a'])).toEqual([{ name: 'a' }, { name: 'c' }]);
  expect(choose('letter', all)).toEqual(all);
  expect(() => choose('letter', all, ['a', 'd'])).toThrow('Unknown letter "d". Choose one of: a, b, c.');
});

it('the help lists every option', () => {
  expect(optionList.length).toBeGreaterThan(5);
  expect(optionList.filter(([name]) => !formatHelp().includes(name))).toEqual([]);
});
