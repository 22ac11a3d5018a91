import { answer } from '../../src/app/answer.ts';
import type { Application } from '../../src/app/application.ts';
import { CurrentParts } from '../../src/app/current-parts.ts';
import { makeParts } from '../../src/app/make-parts.ts';
import type { Parts } from '../../src/app/parts.ts';
import { Observers } from '../../src/base/observers.ts';
import { buildConfig } from '../../src/config/build/build-config.ts';
import { encode } from '../../src/dialect/postgres/driver/codec.ts';
import { postgres } from '../../src/dialect/postgres/sql/writer.ts';
import { Admission } from '../../src/execute/admission.ts';
import type { ChangeRow } from '../../src/store/script.ts';
import type { Driver } from '../../src/store/store.ts';
import type { Shop } from './make-shop.ts';

/** What a database would say, the same every time. */
export interface ConstantAnswer {
  /** Of a step that reads: JSON text of each root value. */
  readonly read: readonly string[];
  /** Of each step that changes. */
  readonly change: ChangeRow;
}

/** The service but for its database. */
export interface OpenShop {
  readonly parts: Parts;
  readonly application: Application;
  /** What the driver says from now on. */
  readonly say: (answer: ConstantAnswer) => void;
}

/** Parts and application as `boot` makes them, with a driver that answers constant texts: what is measured is all before and after it. */
export async function openShop({ file, catalog }: Shop): Promise<OpenShop> {
  const config = buildConfig(file, '/', {});
  let said: ConstantAnswer = { read: [], change: { affected: 0, fits: null, captured: undefined, values: [] } };
  const change = async (): Promise<ChangeRow> => said.change;
  const driver: Driver = {
    read: async () => said.read,
    changes: { change, transaction: (work) => work(change) },
    query: async () => [],
    ping: async () => undefined,
    close: async () => undefined,
  };
  const observers = new Observers();
  const shared = { admission: new Admission(config.dataSource.pool), sharedSteps: undefined, observers };
  const kind = { dialect: postgres, encode, introspect: async () => catalog, readMark: async () => '' };
  const parts = await makeParts({ config, kind, driver, generation: 0, shared });
  const current = new CurrentParts(parts, {
    make: async () => parts,
    readMark: async () => '',
    interval: 0,
    observe: observers.observe,
  });
  const application: Application = {
    config,
    model: parts.model,
    schema: parts.schema,
    restSchema: parts.restSchema,
    sdl: '',
    observers,
    answer: (request) => answer(request, current),
    explain: () => {
      throw new Error('Nothing is explained here.');
    },
    ping: driver.ping,
    close: async () => current.close(),
  };
  return {
    parts,
    application,
    say: (answer) => {
      said = answer;
    },
  };
}
