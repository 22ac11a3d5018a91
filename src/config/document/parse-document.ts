import { extname } from 'node:path';
import type { Document } from './document.ts';
import { parseJsonDocument } from './parse-json-document.ts';
import { parseYamlDocument } from './parse-yaml-document.ts';

/** Reads a file's text: YAML where its name ends in `.yaml` or `.yml`, else JSON with comments. */
export function parseDocument(file: string, text: string): Document {
  const content = text.replace(/^\uFEFF/, '');
  return ['.yaml', '.yml'].includes(extname(file).toLowerCase())
    ? parseYamlDocument(content)
    : parseJsonDocument(content);
}
