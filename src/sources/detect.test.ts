import { expect, it } from 'vitest';
import { type Detection, defineSource, type Opening, type Source } from './define-source.ts';
import { describeOpening, detectSource, sourceNamed } from './detect.ts';

function source(name: string, detection?: Detection['confidence']): Source {
  return defineSource({
    name,
    title: name,
    summary: '',
    runUnit: 'trace',
    frameworkTools: [],
    detect: () => detection && { confidence: detection, because: `${name} says so` },
    async *read() {},
  });
}

const opening: Opening = { path: 'a.json', text: '{', shape: 'document', records: [], topKeys: ['a'], itemKeys: [] };

it('a definite answer goes before a likely one, and the registry breaks ties', () => {
  const sources = [source('none'), source('wide', 'likely'), source('first', 'definite'), source('second', 'definite')];
  expect(detectSource(opening, sources)).toMatchObject({
    source: { name: 'first' },
    because: 'first says so',
    others: ['wide', 'second'],
  });
  expect(detectSource(opening, [source('one', 'likely'), source('two', 'likely')])?.source.name).toBe('one');
  expect(detectSource(opening, [source('none')])).toBeUndefined();
});

it('an unknown name is refused with the nearest ones', () => {
  const sources = [source('claude-code'), source('otlp')];
  expect(sourceNamed('otlp', sources).name).toBe('otlp');
  expect(() => sourceNamed('claude-cod', sources)).toThrow("no source 'claude-cod'. Did you mean claude-code?");
});

it('an unrecognised file is described by its shape and keys', () => {
  expect(describeOpening({ ...opening, topKeys: ['name', 'version'] })).toBe(
    'it is a JSON document with the keys name, version',
  );
  expect(describeOpening({ ...opening, shape: 'lines', topKeys: [], records: [{ id: 1 }] })).toBe(
    'it is JSON lines with the keys id',
  );
  expect(describeOpening({ ...opening, text: '[', topKeys: [] })).toBe('it is a JSON list of items without keys');
  expect(describeOpening({ ...opening, shape: 'other', topKeys: [] })).toBe('it does not begin like JSON');
});
