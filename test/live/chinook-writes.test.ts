import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot } from '../../src/app/boot.ts';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { withDigits } from '../golden/with-digits.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { createDatabase } from '../support/create-database.ts';

const seed = fileURLToPath(new URL('../../../shared/data/chinook/postgres.sql', import.meta.url));
const configuration = fileURLToPath(new URL('../fixtures/chinook/joinery.json', import.meta.url));

/** An invoice of Chinook from its making to its end, over both APIs; after each change SQL written by hand finds the same. */
if (existsSync(seed)) describe('Chinook', changeInvoices);
else describe('Chinook', () => it('needs its data', (context) => context.skip('../shared/data/chinook is absent')));

/** Everybody may change invoices and their lines. */
const open = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) => {
    if (entity.name !== 'Invoice' && entity.name !== 'InvoiceLine') return entity;
    const actions = (['create', 'read', 'update', 'delete'] as const).map((action) => ({ action, exclude: [] }));
    return { ...entity, permissions: [{ role: 'anonymous', actions }] };
  }),
});

const LINE = `json_build_object('invoice_line_id', invoice_line_id, 'track_id', track_id, 'unit_price', unit_price,
  'quantity', quantity)`;
const DATE = `to_char(invoice_date, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
/** An invoice with its lines, as the document asks for it. */
const INVOICE = `json_build_object('invoice_id', invoice_id, 'customer_id', customer_id, 'invoice_date', ${DATE},
  'billing_city', billing_city, 'billing_state', billing_state, 'billing_country', billing_country, 'total', total,
  'customer', (select json_build_object('last_name', last_name) from customer c where c.customer_id = i.customer_id),
  'lines', coalesce((select json_agg(${LINE} order by invoice_line_id) from invoice_line l where l.invoice_id = i.invoice_id), '[]'))`;
const SHOWN = `invoice_id customer_id invoice_date billing_city billing_state billing_country total
  customer { last_name } lines { invoice_line_id track_id unit_price quantity }`;
/** An item of REST. */
const ITEM = `json_build_object('invoice_id', invoice_id, 'customer_id', customer_id, 'invoice_date', ${DATE},
  'billing_address', billing_address, 'billing_city', billing_city, 'billing_state', billing_state,
  'billing_country', billing_country, 'billing_postal_code', billing_postal_code, 'total', total)`;

function changeInvoices(): void {
  let client: Client;
  let rest: ServedRest;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'chinook_writes', [seed]);
    client = new Client({ connectionString: url });
    await client.connect();
    const { config } = readConfig(configuration, { JOINERY_CHINOOK: url });
    rest = await serveRest(await boot(open(config)));
  });
  afterAll(() => Promise.all([rest.close(), client.end()]));

  /** The one text that a query gives. */
  const sql = async (text: string): Promise<string> => {
    const { rows } = await client.query(`select (${text})::text as text`);
    return rows[0]?.text;
  };
  const print = (text: string): string => JSON.stringify(withDigits(text), null, 1);
  /** All rows but those of one invoice. */
  const digestOthers = (id: number): Promise<string> =>
    sql(`select md5(string_agg(t, ',' order by t)) from (
      select i::text as t from invoice i where invoice_id <> ${id}
      union all select l::text from invoice_line l where invoice_id <> ${id}) x`);

  it('are made, changed, replaced and deleted over GraphQL', async () => {
    const mutate = async (field: string, variables: object = {}): Promise<string> => {
      const { text } = await rest.ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: field, variables }),
      });
      return text;
    };
    const before = await digestOthers(0);
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
    const id = Number(JSON.parse(created).data.answer.invoice_id);
    const stored = () =>
      sql(
        `select json_build_object('data', json_build_object('answer', ${INVOICE})) from invoice i where invoice_id = ${id}`,
      );
    expect(print(created)).toBe(print(await stored()));
    expect(await sql(`select sum(unit_price * quantity) from invoice_line where invoice_id = ${id}`)).toBe('2.97');

    const changed = await mutate(
      `mutation { more: createInvoiceLine(item: { invoice_id: ${id}, track_id: 7, unit_price: 1.99, quantity: 1 }) { quantity }
        answer: updateInvoice(invoice_id: ${id}, item: { total: 4.96, billing_country: "Germany" }) { ${SHOWN} } }`,
    );
    expect(print(changed)).toBe(
      print(
        await sql(`select json_build_object('data', json_build_object('more',
      json_build_object('quantity', 1), 'answer', ${INVOICE})) from invoice i where invoice_id = ${id}`),
      ),
    );
    expect(JSON.parse(changed).data.answer.lines).toHaveLength(3);

    const replaced = await mutate(
      `mutation { answer: replaceInvoice(invoice_id: ${id}, item: { customer_id: 3, invoice_date: "2026-03-02", total: 4.96 }) { ${SHOWN} } }`,
    );
    expect(print(replaced)).toBe(print(await stored()));
    expect(JSON.parse(replaced).data.answer).toMatchObject({
      customer_id: 3,
      billing_city: null,
      billing_country: null,
    });

    const kept = JSON.parse(await mutate(`mutation { answer: deleteInvoice(invoice_id: ${id}) { invoice_id } }`));
    expect(kept.data).toBeNull();
    expect(kept.errors[0].extensions.code).toBe('ConstraintViolated');
    expect(await sql(`select count(*) from invoice_line where invoice_id = ${id}`)).toBe('3');

    const last = print(await stored());
    const deleted = await mutate(
      `mutation { lines: deleteInvoiceLines(filter: { invoice_id: { eq: ${id} } }) { affected }
        answer: deleteInvoice(invoice_id: ${id}) { ${SHOWN} } }`,
    );
    const { lines, answer } = JSON.parse(deleted).data;
    expect(lines).toEqual({ affected: 3 });
    expect({ ...answer, lines: [] }).toEqual({ ...JSON.parse(last).data.answer, lines: [] });
    expect(answer.lines).toEqual([]);
    expect(await sql(`select count(*) from invoice where invoice_id = ${id}`)).toBe('0');
    expect(await digestOthers(id)).toBe(before);
  });

  it('are made, changed, replaced and deleted over REST', async () => {
    const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      rest.ask(`/api/${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const before = await digestOthers(0);
    const created = await send('POST', 'Invoice', {
      customer_id: 2,
      invoice_date: '2026-03-01T10:00:00Z',
      total: 2.97,
    });
    expect(created.status).toBe(201);
    const id = Number(created.body.invoice_id);
    expect(created.headers.location).toBe(`${rest.origin}/api/Invoice/${id}`);
    const stored = () => sql(`select ${ITEM} from invoice where invoice_id = ${id}`);
    expect(print(created.text)).toBe(print(await stored()));

    const lines = await send('POST', 'InvoiceLine', [
      { invoice_id: id, track_id: 1, unit_price: 0.99, quantity: 1 },
      { invoice_id: id, track_id: 6, unit_price: 0.99, quantity: 2 },
    ]);
    expect(lines.status).toBe(201);
    const LINES = `select json_build_object('value', json_agg(json_build_object('invoice_line_id', invoice_line_id, 'invoice_id',
      invoice_id, 'track_id', track_id, 'unit_price', unit_price, 'quantity', quantity) order by invoice_line_id))
      from invoice_line where invoice_id = ${id}`;
    expect(print(lines.text)).toBe(print(await sql(LINES)));

    const changed = await send('PATCH', `Invoice/${id}`, { billing_country: 'Germany', total: 4.96 });
    expect(changed.status).toBe(200);
    expect(print(changed.text)).toBe(print(await stored()));
    const stale = await send('PATCH', `Invoice/${id}`, { total: 1 }, { 'if-match': created.headers.etag ?? '' });
    expect(stale.status).toBe(412);

    const item = { customer_id: 3, invoice_date: '2026-03-02T00:00:00Z', total: 4.96 };
    const replaced = await send('PUT', `Invoice/${id}`, item, { 'if-match': changed.headers.etag ?? '' });
    expect(replaced.status).toBe(200);
    expect(print(replaced.text)).toBe(print(await stored()));
    expect(replaced.body).toMatchObject({ customer_id: 3, billing_country: null });
    expect((await send('PUT', 'Invoice/999999', item)).status).toBe(404);

    const kept = await send('DELETE', `Invoice/${id}`);
    expect([kept.status, kept.body.error.code]).toEqual([400, 'ConstraintViolated']);
    for (const { invoice_line_id } of lines.body.value) {
      expect((await send('DELETE', `InvoiceLine/${invoice_line_id}`)).status).toBe(204);
    }
    const deleted = await send('DELETE', `Invoice/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await send('DELETE', `Invoice/${id}`)).status).toBe(404);
    expect(await sql(`select count(*) from invoice where invoice_id = ${id}`)).toBe('0');
    expect(await digestOthers(id)).toBe(before);
  });
}
