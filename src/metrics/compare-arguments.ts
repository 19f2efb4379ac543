import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, type Json, type JsonObject } from '../model/json.ts';
import { type ArgumentRule, fieldRule, ignoresAll } from './argument-rules.ts';

const NOTHING: JsonObject = {};
const PATH_LIMIT = 20;

/**
 * Where the arguments of a call do not fit what was expected: paths such as `filters[0].from`, at most 20; none: they
 * fit. `subset`: only what was expected, perhaps less. `superset`: all that was expected, perhaps more. A rule of a list
 * is one of its items; lists are of one length.
 */
export function argumentDifferences(expected: Json, made: Json, rule: ArgumentRule): string[] {
  const paths: string[] = [];
  differ(expected, made, rule, '', paths);
  return paths;
}

function differ(expected: Json, made: Json, rule: ArgumentRule, path: string, paths: string[]): void {
  if (paths.length >= PATH_LIMIT || ignoresAll(rule)) return;
  const [a, b] = [readBy(rule, expected), readBy(rule, made)];
  if (isObject(a) && isObject(b)) differByKey(a, b, rule, path, paths);
  else if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    for (const [at, item] of a.entries()) differ(item, b[at] as Json, rule, `${path}[${at}]`, paths);
  else if (a !== b) paths.push(path === '' ? 'arguments' : path);
}

/** A rule that looks at some fields only reads a value without fields as one that lacks them. */
function readBy({ mode }: ArgumentRule, value: Json): Json {
  return mode === 'ignore' && !Array.isArray(value) && !isObject(value) ? NOTHING : value;
}

function differByKey(a: JsonObject, b: JsonObject, rule: ArgumentRule, path: string, paths: string[]): void {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = fieldRule(rule, key);
    const place = path === '' ? key : `${path}.${key}`;
    const [mine, theirs] = [memberOf(a, key), memberOf(b, key)];
    if (mine !== undefined && theirs !== undefined) differ(mine, theirs, inner, place, paths);
    else if (theirs !== undefined) differFromAbsent(theirs, true, inner, place, paths);
    else if (mine !== undefined) differFromAbsent(mine, false, inner, place, paths);
  }
}

/** A value that only one side has: `isMade` tells which. */
function differFromAbsent(value: Json, isMade: boolean, rule: ArgumentRule, path: string, paths: string[]): void {
  const present = readBy(rule, value);
  if (rule.fields.size > 0 && isObject(present)) {
    if (isMade) differ(NOTHING, present, rule, path, paths);
    else differ(present, NOTHING, rule, path, paths);
    return;
  }
  const mayBeAbsent = rule.mode === 'ignore' ? !Array.isArray(present) : rule.mode === (isMade ? 'superset' : 'subset');
  if (!mayBeAbsent && !ignoresAll(rule)) paths.push(path);
}

function memberOf(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What a rule of equality reads of arguments, as text: two calls fit each other if this is the same. */
export function argumentKey(value: Json, rule: ArgumentRule): string {
  return ignoresAll(rule) ? '' : canonicalJson(projectWhole(value, rule));
}

function projectWhole(value: Json, rule: ArgumentRule): Json {
  const projected = project(value, rule);
  return projected === undefined ? NOTHING : projected;
}

/** What a rule looks at; undefined where that is nothing. */
function project(value: Json, rule: ArgumentRule): Json | undefined {
  if (rule.fields.size === 0) return rule.mode === 'ignore' ? undefined : value;
  const read = readBy(rule, value);
  if (Array.isArray(read)) return read.map((item: Json) => projectWhole(item, rule));
  if (!isObject(read)) return read;
  const members = Object.entries(read).flatMap(([key, member]) => {
    const kept = project(member, fieldRule(rule, key));
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
