import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bootChinook, chinookIsThere, createChinook } from '../fixtures/chinook/create-chinook.ts';
import { digits, withDigits } from '../golden/with-digits.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';

/** Compares an invoice with hand-written SQL after each change over both APIs. */
if (chinookIsThere) describe('Chinook', changeInvoices);
else describe('Chinook', () => it('needs its data', (context) => context.skip('../shared/data/chinook is absent')));

const INVOICE = `select invoice_id, customer_id, cast(invoice_date as char(19)) as invoice_date, billing_address, billing_city,
  billing_state, billing_country, billing_postal_code, total from invoice`;
const LINE = 'select invoice_line_id, invoice_id, track_id, unit_price, quantity from invoice_line';

const SHOWN = `invoice_id customer_id invoice_date billing_address billing_city billing_state billing_country
  billing_postal_code total customer { last_name } lines { invoice_line_id invoice_id track_id unit_price quantity }`;

type Row = Readonly<Record<string, unknown>>;

/** Returns a value as printed in a response. */
const shown = (name: string, value: unknown): unknown => {
  if (name === 'invoice_date') return `${String(value).replace(' ', 'T')}+00:00`;
  return name === 'total' || name === 'unit_price' ? digits(String(value)) : value;
};
const itemOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(name, value)]));

const print = (value: unknown): string => JSON.stringify(value, null, 1);
const printText = (text: string): string => print(withDigits(text));

function changeInvoices(): void {
  let session: Session;
  let rest: ServedRest;

  beforeAll(async () => {
    const server = inject('server');
    const url = await createChinook(server, 'chinook_writes');
    session = openSession(server, url);
    rest = await serveRest(await bootChinook(server, url, ['Invoice', 'InvoiceLine']));
  });
  afterAll(() => Promise.all([rest.close(), session.close()]));

  const linesOf = async (id: number): Promise<readonly Row[]> =>
    (await session.rows(`${LINE} where invoice_id = ${id} order by invoice_line_id`)).map(itemOf);
  const invoicesOf = async (id: number): Promise<readonly Row[]> =>
    (await session.rows(`${INVOICE} where invoice_id = ${id}`)).map(itemOf);
  /** Returns all rows except the rows of one invoice. */
  const others = async (id: number): Promise<readonly Row[]> => [
    ...(await session.rows(`${INVOICE} where invoice_id <> ${id} order by invoice_id`)),
    ...(await session.rows(`${LINE} where invoice_id <> ${id} order by invoice_line_id`)),
  ];

  it('creates, updates, replaces, and deletes invoices over GraphQL', async () => {
    const mutate = async (query: string, variables: object = {}): Promise<string> => {
      const { text } = await rest.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return text;
    };
    const stored = async (id: number): Promise<Row> => {
      const [invoice] = await invoicesOf(id);
      const [customer] = await session.rows(
        `select last_name from customer where customer_id = ${invoice?.customer_id}`,
      );
      return { ...invoice, customer, lines: await linesOf(id) };
    };
    const before = await others(0);
    const item = {
      customer_id: 2,
      invoice_date: '2026-03-01T10:00:00Z',
      billing_city: 'Stuttgart',
      total: 2.97,
      lines: [
        { track_id: 1, unit_price: 0.99, quantity: 1 },
        { track_id: 6, unit_price: 0.99, quantity: 2 },
      ],
    };
    const create = `mutation ($item: CreateInvoiceInput!) { answer: createInvoice(item: $item) { ${SHOWN} } }`;
    const created = await mutate(create, { item });
    const id = Number(JSON.parse(created).data?.answer.invoice_id);
    expect(printText(created)).toBe(print({ data: { answer: await stored(id) } }));
    expect(JSON.parse(created).data.answer).toMatchObject({ ...item, invoice_date: '2026-03-01T10:00:00+00:00' });

    const changed = await mutate(
      `mutation { more: createInvoiceLine(item: { invoice_id: ${id}, track_id: 7, unit_price: 1.99, quantity: 1 }) { quantity }
        answer: updateInvoice(invoice_id: ${id}, item: { total: 4.96, billing_country: "Germany" }) { ${SHOWN} } }`,
    );
    expect(printText(changed)).toBe(print({ data: { more: { quantity: 1 }, answer: await stored(id) } }));
    expect(JSON.parse(changed).data.answer).toMatchObject({ total: 4.96, billing_city: 'Stuttgart' });
    expect(JSON.parse(changed).data.answer.lines).toHaveLength(3);

    const replaced = await mutate(
      `mutation { answer: replaceInvoice(invoice_id: ${id}, item: { customer_id: 3, invoice_date: "2026-03-02", total: 4.96 }) { ${SHOWN} } }`,
    );
    const last = await stored(id);
    expect(printText(replaced)).toBe(print({ data: { answer: last } }));
    expect(JSON.parse(replaced).data.answer).toMatchObject({
      customer_id: 3,
      billing_city: null,
      billing_country: null,
    });

    const response = JSON.parse(await mutate(`mutation { answer: deleteInvoice(invoice_id: ${id}) { invoice_id } }`));
    expect(response.data).toBeNull();
    expect(response.errors[0].extensions.code).toBe('ConstraintViolated');
    expect(await linesOf(id)).toHaveLength(3);

    const deleted = await mutate(
      `mutation { lines: deleteInvoiceLines(filter: { invoice_id: { eq: ${id} } }) { affected }
        answer: deleteInvoice(invoice_id: ${id}) { ${SHOWN} } }`,
    );
    expect(printText(deleted)).toBe(print({ data: { lines: { affected: 3 }, answer: { ...last, lines: [] } } }));
    expect(await invoicesOf(id)).toEqual([]);
    expect(await others(id)).toEqual(before);
  });

  it('creates, updates, replaces, and deletes invoices over REST', async () => {
    const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      rest.fetch(`/api/${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const before = await others(0);
    const created = await send('POST', 'Invoice', {
      customer_id: 2,
      invoice_date: '2026-03-01T10:00:00Z',
      total: 2.97,
    });
    expect(created.status).toBe(201);
    const id = Number(created.body.invoice_id);
    expect(created.headers.location).toBe(`${rest.origin}/api/Invoice/${id}`);
    const stored = async (): Promise<string> => print((await invoicesOf(id))[0]);
    expect(printText(created.text)).toBe(await stored());

    const lines = await send('POST', 'InvoiceLine', [
      { invoice_id: id, track_id: 1, unit_price: 0.99, quantity: 1 },
      { invoice_id: id, track_id: 6, unit_price: 0.99, quantity: 2 },
    ]);
    expect(lines.status).toBe(201);
    expect(lines.body.value).toHaveLength(2);
    expect(printText(lines.text)).toBe(print({ value: await linesOf(id) }));

    const changed = await send('PATCH', `Invoice/${id}`, { billing_country: 'Germany', total: 4.96 });
    expect(changed.status).toBe(200);
    expect(printText(changed.text)).toBe(await stored());
    const stale = await send('PATCH', `Invoice/${id}`, { total: 1 }, { 'if-match': created.headers.etag ?? '' });
    expect(stale.status).toBe(412);

    const item = { customer_id: 3, invoice_date: '2026-03-02T00:00:00Z', total: 4.96 };
    const replaced = await send('PUT', `Invoice/${id}`, item, { 'if-match': changed.headers.etag ?? '' });
    expect(replaced.status).toBe(200);
    expect(printText(replaced.text)).toBe(await stored());
    expect(replaced.body).toMatchObject({ customer_id: 3, billing_country: null });
    expect((await send('PUT', 'Invoice/999999', item)).status).toBe(404);

    const response = await send('DELETE', `Invoice/${id}`);
    expect([response.status, response.body.error.code]).toEqual([400, 'ConstraintViolated']);
    for (const { invoice_line_id } of lines.body.value) {
      expect((await send('DELETE', `InvoiceLine/${invoice_line_id}`)).status).toBe(204);
    }
    const deleted = await send('DELETE', `Invoice/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await send('DELETE', `Invoice/${id}`)).status).toBe(404);
    expect(await invoicesOf(id)).toEqual([]);
    expect(await others(id)).toEqual(before);
  });
}
