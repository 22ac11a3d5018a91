import { describe, expect, it } from 'vitest';
import { boundStatement, change, openDriver, read } from './open-driver.ts';
import { counted, rows } from './playback/tokens.ts';

describe('a SQL Server request', () => {
  it('calls sp_executesql and declares parameters independently of their length', async () => {
    const { driver, server } = await openDriver();
    const texts = ['', 'é', 'x'.repeat(4000), 'x'.repeat(4001), '😀'.repeat(2000)];
    const bytes = [new Uint8Array(), Buffer.from([1, 2]), Buffer.alloc(8000, 7), Buffer.alloc(8001, 7)];
    await read(driver, boundStatement('select @p0', [...texts, null, ...bytes]));
    const [request] = server.requestsAfterLogin;
    expect(request).toMatchObject({ kind: 'call', text: 'select @p0', resets: false });
    const parameters = Object.values(request?.parameters ?? {});
    expect(Object.keys(request?.parameters ?? {})).toEqual(Array.from({ length: 10 }, (_, index) => `p${index}`));
    expect(parameters.map(({ declared }) => declared)).toEqual([
      'nvarchar(4000)',
      'nvarchar(4000)',
      'nvarchar(4000)',
      'nvarchar(max)',
      'nvarchar(4000)',
      'nvarchar(4000)',
      'varbinary(8000)',
      'varbinary(8000)',
      'varbinary(8000)',
      'varbinary(max)',
    ]);
    expect(parameters.map(({ value }) => value)).toEqual([...texts, null, ...bytes.map((value) => Buffer.from(value))]);
  });

  it('is not sent if a value is neither a string nor binary, and the next request succeeds', async () => {
    const { driver, server } = await openDriver();
    await expect(read(driver, boundStatement('select @p0', [Symbol('none')]))).rejects.toThrow(/p0/);
    await read(driver, boundStatement('select 2'));
    expect(server.requestsAfterLogin.map(({ text }) => text)).toEqual(['select 2']);
    expect(server.logins).toBe(2);
  });

  it('needs no other request to check the connection', async () => {
    const { driver, server } = await openDriver();
    for (const text of ['select 1', 'select 2', 'select 3']) await read(driver, boundStatement(text));
    expect(server.requestsAfterLogin.map(({ text }) => text)).toEqual(['select 1', 'select 2', 'select 3']);
  });
});

describe('a SQL Server result', () => {
  it('has the rows of each statement as arrays, including empty results, and row counts', async () => {
    const results = [
      rows(
        ['0', '0'],
        [
          ['a', null],
          ['b', ''],
        ],
      ),
      rows(['n'], []),
      counted(7),
      counted(),
      rows(['n'], [['last']]),
    ];
    const { driver } = await openDriver({ reply: ({ text }) => (text === 'several' ? { results } : undefined) });
    expect(await change(driver, boundStatement('several'))).toEqual([
      {
        columns: ['0', '0'],
        rows: [
          ['a', null],
          ['b', ''],
        ],
      },
      { columns: ['n'], rows: [] },
      { rows: [], affected: 7 },
      { columns: ['n'], rows: [['last']] },
    ]);
  });

  it('is complete for any chunk and packet size', async () => {
    const text = `${'é😀"\\'.repeat(50_000)}.`;
    const { driver } = await openDriver({
      packet: 512,
      reply: () => ({ results: [rows(['v'], [[text], ['next']], 333)] }),
    });
    const [set] = await read(driver, boundStatement('select'));
    expect(set?.rows).toEqual([[text], ['next']]);
  });

  it('is aborted with its session if it exceeds its size limit', async () => {
    const text = 'x'.repeat(400_000);
    const { driver, server } = await openDriver({
      reply: ({ text: sql }) => ({ results: sql === 'large' ? [rows(['v'], [[text]])] : [] }),
    });
    expect((await read(driver, boundStatement('large', [], { maxBytes: 400_000 })))[0]?.rows).toEqual([[text]]);
    const failed = await read(driver, boundStatement('large', [], { maxBytes: 100_000 })).catch(
      (error: unknown) => error,
    );
    expect(driver.classify(failed)).toMatchObject({ isSessionLost: true, apiError: { code: 'LimitExceeded' } });
    const before = server.logins;
    await read(driver, boundStatement('next'));
    expect(server.logins).toBe(before + 1);
  });
});
