import { readConfig } from '../../src/config/read-config.ts';
import { introspectPostgres } from '../../src/dialect/postgres/catalog/introspect.ts';
import { openPostgres } from '../../src/dialect/postgres/driver/open-postgres.ts';
import { ping, queryOf } from '../../src/execute/create-execution.ts';
import { buildModel } from '../../src/model/build/build-model.ts';
import { buildSchema } from '../../src/sdl/build-schema.ts';
import { printSdl } from '../../src/sdl/features.ts';
import { Stages } from '../../src/server/observability/server-timing.ts';

// Must run the same steps in the same order as `app/boot.ts`.
const [file = ''] = process.argv.slice(2);
const stages = new Stages();
const { config } = readConfig(file, process.env);
stages.endStage('read configuration');
const { connectionString = '' } = config.dataSource;
const driver = await openPostgres({ ...config.dataSource, connectionString });
await ping(queryOf(driver), driver);
stages.endStage('connect');
const catalog = await introspectPostgres(queryOf(driver), {
  objects: config.entities.map(({ source }) => source.object),
  routines: [],
});
stages.endStage('introspect');
const { model } = buildModel(config, catalog);
stages.endStage('build model');
const sdl = printSdl(model);
stages.endStage('print SDL');
buildSchema(sdl);
stages.endStage('build schema');
await driver.close();
console.log(JSON.stringify(Object.fromEntries(stages.entries())));
