import { describe, expect, it } from 'vitest';
import { findPythonEvaluate, findScriptEvaluate, isDottedPath } from './function-outline.ts';

describe('evaluate in a Python module', () => {
  it.each([
    ['def evaluate(instance):\n    return 1\n', 'function'],
    ['import json\n\n\ndef evaluate (instance: dict) -> float:\n    return 1\n', 'function'],
    ['def evaluate[T](instance: T):\n    return 1\n', 'function'],
    ['async def evaluate(instance):\n    return 1\n', 'async function'],
    ['from .scoring import evaluate\n', 'other'],
    ['from scoring import (\n    helper,\n    evaluate,\n)\n', 'other'],
    ['from scoring import *\n', 'other'],
    ['def score(i):\n    return 1\n\nevaluate = score\n', 'other'],
    ['evaluate: object = len\n', 'other'],
    ['try:\n    import x\nexcept ImportError:\n    def evaluate(instance):\n        return 0\n', 'other'],
    ['class M:\n    def evaluate(self, instance):\n        return 1\n', 'indented'],
    ['def score(instance):\n    return 1\n', 'none'],
    ['def evaluate_all(instance):\n    return 1\n', 'none'],
    ['evaluate == 1\n', 'none'],
    ['# def evaluate(instance):\n', 'none'],
    ['"""\ndef evaluate(instance):\n"""\n', 'none'],
    ["x = '''\ndef evaluate(instance):\n'''\ndef evaluate(instance):\n    return 1\n", 'function'],
    ['x = "an \\" open quote"\ndef evaluate(instance):\n    return "\'"\n', 'function'],
    ['s = "it\'s"  # don\'t\ndef evaluate(instance):\n    return 1\n', 'function'],
    ['"""never closed\ndef evaluate(instance):\n', 'none'],
    ['', 'none'],
  ])('%j: %s', (source, found) => expect(findPythonEvaluate(source)).toBe(found));
});

describe('evaluate in a module of JavaScript', () => {
  it.each([
    ['export function evaluate(instance) { return 1; }', 'function'],
    ['export async function evaluate(instance) { return 1; }', 'function'],
    ['export default (instance) => 1;', 'other'],
    ['export const evaluate = () => 1;', 'other'],
    ['const score = () => 1;\nexport { score as evaluate };', 'other'],
    ['function evaluate() {}', 'none'],
  ])('%j: %s', (source, found) => expect(findScriptEvaluate(source)).toBe(found));
});

it('a dotted path is no source', () => {
  for (const path of ['a.b', 'tests.eval.metrics.recall', ' metrics:evaluate \n'])
    expect(isDottedPath(path)).toBe(true);
  for (const source of ['evaluate', 'a.b()', 'def evaluate(i): return i.x', ''])
    expect(isDottedPath(source)).toBe(false);
});
