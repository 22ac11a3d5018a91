import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { parseExact } from '../../state/exact-json.ts';
import type { HttpRequest } from './example-code.ts';

interface ChangeDialogProps {
  readonly title: string;
  readonly role: string;
  readonly request: HttpRequest;
  readonly isGraphql: boolean;
  readonly onClose: () => void;
  readonly onRun: (request: HttpRequest) => void;
}

/** Users can edit the request before it runs. */
export function ChangeDialog({ title, role, request, isGraphql, onClose, onRun }: ChangeDialogProps): JSX.Element {
  const { query = '', variables } = isGraphql ? (request.body as GraphqlBody) : {};
  const json = isGraphql ? variables : request.body;
  const [path, setPath] = useState(request.path);
  const [document, setDocument] = useState(query);
  const [text, setText] = useState(json === undefined ? '' : JSON.stringify(json, null, 2));
  const [mistake, setMistake] = useState('');
  const run = (): void => {
    try {
      const value: unknown = text.trim() === '' ? undefined : parseExact(text);
      const body = isGraphql ? { query: document, ...(value !== undefined && { variables: value }) } : value;
      onRun({ method: request.method, path, ...(body !== undefined && { body }) });
    } catch {
      setMistake(`The ${isGraphql ? 'variables are' : 'body is'} not valid JSON. Correct the text, and run it again.`);
    }
  };
  return (
    <Dialog
      title="Change data?"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button primary" onClick={run}>
            Run it
          </button>
        </>
      }
    >
      <div class="form">
        <p>
          “{title}” writes to the database, in the role <b>{role}</b>.
        </p>
        {isGraphql ? (
          <Editor label="Query" value={document} onChange={setDocument} />
        ) : (
          <Editor label={`${request.method} path`} value={path} onChange={setPath} />
        )}
        {(isGraphql || json !== undefined) && (
          <Editor label={isGraphql ? 'Variables (JSON)' : 'Body (JSON)'} value={text} onChange={setText} />
        )}
        {mistake !== '' && (
          <p class="alert bad" role="alert">
            {mistake}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface GraphqlBody {
  readonly query?: string;
  readonly variables?: unknown;
}

interface EditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Editor = ({ label, value, onChange }: EditorProps): JSX.Element => (
  <label class="field">
    {label}
    <textarea
      class="editor"
      rows={Math.min(12, value.split('\n').length + 1)}
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
);
