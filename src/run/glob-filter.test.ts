import { describe, expect, it } from 'vitest';
import { type FilterFields, GlobFilter } from './glob-filter.ts';

interface Item {
  readonly agent?: string;
  readonly tags?: readonly string[];
}

const FIELDS: FilterFields<Item> = { agent: ({ agent }) => [agent], tag: ({ tags }) => tags ?? [] };

function filtered(entries: readonly string[], items: readonly Item[]): { shown: Item[]; notes: string[] } {
  const filter = new GlobFilter(entries, FIELDS, 'grade');
  return { shown: items.filter((item) => filter.matches(item)), notes: filter.unmatched() };
}

const LEAD = { agent: 'lead', tags: ['nightly'] };
const WRITER = { agent: 'writer', tags: ['nightly', 'slow'] };
const NAMELESS = { tags: ['slow'] };
const ALL = [LEAD, WRITER, NAMELESS];

describe('a filter', () => {
  it('of nothing matches everything and has nothing to say', () => {
    expect(filtered([], ALL)).toEqual({ shown: ALL, notes: [] });
  });

  it('takes entries of one key as alternatives, and asks that every key holds', () => {
    expect(filtered(['agent=le*', 'agent=wri?er'], ALL)).toEqual({ shown: [LEAD, WRITER], notes: [] });
    expect(filtered(['agent=*', 'tag=slow'], ALL)).toEqual({ shown: [WRITER], notes: [] });
  });

  it('keeps what it was asked for', () => {
    expect(new GlobFilter(['agent=a*', 'tag=b'], FIELDS, 'grade').asked).toBe('agent=a*, tag=b');
  });

  it.each(['agent', 'agnt=x', '=x', '__proto__=x', 'constructor=x', ''])('refuses %j', (entry) => {
    expect(() => new GlobFilter([entry], FIELDS, 'grade')).toThrow('--filter takes key=glob with agent, tag');
  });
});

describe('an entry of a filter that matched nothing', () => {
  it('is told with the nearest values, with or without wildcards', () => {
    expect(filtered(['agent=writr'], ALL).notes).toEqual([
      '--filter agent=writr matched nothing. Did you mean writer?',
    ]);
    expect(filtered(['tag=nigthly*'], ALL).notes[0]).toContain('Did you mean nightly?');
  });

  it('is told with some values where none is near, and that there is none where nothing has the key', () => {
    expect(filtered(['agent=zzzzzz'], ALL).notes).toEqual([
      '--filter agent=zzzzzz matched nothing. Here are: lead, writer',
    ]);
    expect(filtered(['agent=zzzzzz'], [...ALL, { agent: 'a' }, { agent: 'b' }]).notes[0]).toMatch(/: a, b, lead, …$/);
    expect(filtered(['agent=x'], [NAMELESS]).notes[0]).toContain('matched nothing. Nothing here has one.');
  });

  it('is told although an alternative matched', () => {
    expect(filtered(['agent=lead', 'agent=writr'], ALL).notes).toHaveLength(1);
  });

  it('is told of all together where each matched something', () => {
    const { shown, notes } = filtered(['agent=lead', 'tag=slow'], ALL);
    expect([shown, notes]).toEqual([[], ['--filter agent=lead, tag=slow: nothing matched all of it']]);
  });

  it('is told the same way for any number of values in any order', () => {
    const many = Array.from({ length: 3500 }, (_, at) => ({ agent: `other-${at}` }));
    const items = [{ agent: 'writer' }, ...many, { agent: 'writers' }];
    const { notes } = filtered(['agent=writr'], items);
    expect(notes).toEqual(['--filter agent=writr matched nothing. Did you mean writer, writers?']);
    expect(filtered(['agent=writr'], [...items].reverse()).notes).toEqual(notes);
    const far = filtered(['agent=zzzzzz'], many).notes;
    expect(far[0]).toMatch(/Here are: other-0, other-1, other-10, …$/);
    expect(filtered(['agent=zzzzzz'], [...many].reverse()).notes).toEqual(far);
  });
});
