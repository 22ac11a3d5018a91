import type { JSX } from 'preact';
import type { ConsoleEntity, ConsoleField, ConsoleModel, ConsoleRelationship } from '../../../console-data.ts';
import { countOf, RoleList, readersOf } from '../../parts/chips.tsx';
import { Icon } from '../../parts/icons.tsx';
import { model } from '../../state/model.ts';
import { linkTo } from '../../state/route.ts';
import { RightsTable } from '../rights.tsx';
import { EntityHead } from './entity-head.tsx';
import { Examples } from './examples.tsx';

interface EntityProps {
  readonly entity: ConsoleEntity;
}

interface PartProps extends EntityProps {
  readonly model: ConsoleModel;
}

export function EntityView({ entity }: EntityProps): JSX.Element | null {
  const current = model.value;
  if (current === undefined) return null;
  return (
    <>
      <EntityHead entity={entity} page="definition" />
      <div class="entity">
        <div>
          {entity.parameters.length > 0 && <Parameters entity={entity} />}
          <Fields entity={entity} model={current} />
          {entity.relationships.length > 0 && <Relationships entity={entity} />}
        </div>
        <div>
          <section>
            <h2>Examples</h2>
            <Examples entity={entity} model={current} />
          </section>
          <section>
            <h2>Permissions</h2>
            <RightsTable entity={entity} model={current} />
          </section>
        </div>
      </div>
    </>
  );
}

function Fields({ entity, model: current }: PartProps): JSX.Element {
  const { fields } = entity;
  if (fields.length === 0) return <p class="muted">The entity has no fields.</p>;
  return (
    <section>
      <h2>
        Fields <span class="count">{fields.length}</span>
      </h2>
      <table class="grid stack fields">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Default</th>
            <th scope="col">Readable by</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name} class={field.isReadable ? '' : 'unreachable'}>
              <th scope="row">
                <FieldName field={field} isKey={entity.key.includes(field.name)} />
              </th>
              <td data-label="Type">
                <FieldType field={field} />
              </td>
              <td data-label="Default" class={defaultOf(field) === '' ? 'blank' : ''}>
                <span class="muted">{defaultOf(field)}</span>
              </td>
              <td data-label="Readable by">
                <RoleList roles={readersOf(entity, field.name, current.roles)} model={current} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const defaultOf = ({ generated, hasDefault }: ConsoleField): string =>
  generated === 'identity' ? 'identity' : generated === 'always' ? 'generated' : hasDefault ? 'default' : '';

const FieldName = ({ field, isKey }: { readonly field: ConsoleField; readonly isKey: boolean }): JSX.Element => (
  <>
    <span class="field-name">
      <code>{field.name}</code>
      {isKey && (
        <span class="key" title="Key">
          <Icon name="key" />
          <span class="visually-hidden">key</span>
        </span>
      )}
      {!field.isReadable && (
        <span class="muted" title="The role cannot read it.">
          <Icon name="lock" />
          <span class="visually-hidden">not readable</span>
        </span>
      )}
    </span>
    {field.column !== field.name && <small>column {field.column}</small>}
    {field.description !== undefined && <small>{field.description}</small>}
  </>
);

const MAX_LABELS = 8;

const FieldType = ({ field: { type, nullable, labels = [] } }: { readonly field: ConsoleField }): JSX.Element => (
  <div>
    <code class="type">{type}</code>
    <span class={nullable ? 'muted' : 'required'} title={nullable ? 'May be null' : 'Never null'}>
      {nullable ? ' or null' : '!'}
    </span>
    {labels.length > 0 && (
      <small title={labels.join(', ')}>
        {labels.slice(0, MAX_LABELS).join(', ')}
        {labels.length > MAX_LABELS && ` and ${labels.length - MAX_LABELS} more`}
      </small>
    )}
  </div>
);

function Relationships({ entity }: EntityProps): JSX.Element {
  return (
    <section>
      <h2>
        Relationships <span class="count">{entity.relationships.length}</span>
      </h2>
      <table class="grid stack">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">To</th>
            <th scope="col">Columns</th>
          </tr>
        </thead>
        <tbody>
          {entity.relationships.map((relationship) => (
            <tr key={relationship.name}>
              <th scope="row">
                <code>{relationship.name}</code>
              </th>
              <td data-label="To">
                <div>
                  <span class="muted">{relationship.many ? 'many ' : 'one '}</span>
                  <a href={linkTo(['entities', relationship.target])}>{relationship.target}</a>
                </div>
              </td>
              <td data-label="Columns">
                <Columns relationship={relationship} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Columns = ({ relationship: { on, through } }: { readonly relationship: ConsoleRelationship }): JSX.Element => (
  <div>
    {through !== undefined && <small>through {through}</small>}
    {on.map(([from, to]) => (
      <span key={`${from} ${to}`} class="pair">
        <code>{from}</code> <span class="muted">=</span> <code>{to}</code>
      </span>
    ))}
  </div>
);

function Parameters({ entity: { parameters } }: EntityProps): JSX.Element {
  return (
    <section>
      <h2>
        Parameters <span class="visually-hidden">({countOf(parameters.length, 'parameter')})</span>
      </h2>
      <table class="grid stack">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, type, required, description }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {description !== undefined && <small>{description}</small>}
              </th>
              <td data-label="Type">
                <div>
                  <code class="type">{type}</code>
                  <span class={required ? 'required' : 'muted'}>{required ? '!' : ' optional'}</span>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
