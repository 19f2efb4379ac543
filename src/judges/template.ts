import { sha256Short } from './hash-text.ts';

/** One step into a value: a member, or an item of a list. */
export type PathStep = string | number;

/** A placeholder of a template: a root and the steps from it, such as `agent_data.turns[0].events`. */
export interface Placeholder {
  /** As written, without its braces. */
  readonly text: string;
  readonly root: string;
  readonly steps: readonly PathStep[];
  /** Offset of its first brace in the template. */
  readonly index: number;
}

type Segment = { readonly literal: string } | { readonly placeholder: Placeholder };

/** A prompt template, taken apart once. What fills it can never become a placeholder. */
export interface Template {
  readonly source: string;
  /** 16 hex digits. */
  readonly hash: string;
  readonly segments: readonly Segment[];
  /** In order of appearance. Whether a root is known is for the case to say. */
  readonly placeholders: readonly Placeholder[];
  /** Written as `{{name}}`, which stands for a literal `{name}`. */
  readonly escaped: readonly Placeholder[];
}

const MAX_STEPS = 64;
const MAX_INDEX = 10_000;
const PATH = String.raw`[_a-zA-Z]\w*(?:\.[_a-zA-Z]\w*|\[\d+\])*`;
/** `{{{x}}}` is a placeholder between literal braces, `{{x}}` a literal `{x}`; every other brace is left alone. */
const PLACEHOLDER = new RegExp(String.raw`\{\{\{(${PATH})\}\}\}|\{\{(${PATH})\}\}|\{(${PATH})\}`, 'g');

/** Takes a template apart. Any text is a template: braces that are no placeholder stay as they are. */
export function compileTemplate(source: string): Template {
  const segments: Segment[] = [];
  const placeholders: Placeholder[] = [];
  const escaped: Placeholder[] = [];
  let at = 0;
  let literal = '';
  for (const match of source.matchAll(PLACEHOLDER)) {
    const [whole, between, doubled, plain] = match;
    const found = placeholderOf(between ?? doubled ?? plain ?? '', match.index);
    if (!found) continue;
    literal += source.slice(at, match.index);
    at = match.index + whole.length;
    if (doubled !== undefined) {
      escaped.push(found);
      literal += `{${doubled}}`;
      continue;
    }
    if (between !== undefined) literal += '{';
    segments.push({ literal }, { placeholder: found });
    placeholders.push(found);
    literal = between === undefined ? '' : '}';
  }
  segments.push({ literal: literal + source.slice(at) });
  return { source, hash: sha256Short(source), segments, placeholders, escaped };
}

/** Undefined where its path is longer, or an index larger, than is followed. */
function placeholderOf(text: string, index: number): Placeholder | undefined {
  const [root = '', ...rest] = text.split(/\.|(?=\[)/);
  if (rest.length > MAX_STEPS) return undefined;
  const steps = rest.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
  return steps.some((step) => typeof step === 'number' && step > MAX_INDEX) ? undefined : { text, root, steps, index };
}

/** What became of a template. */
export type Rendered =
  | { readonly prompt: string; readonly unknown: readonly string[] }
  /** Placeholders whose root is known and that the case does not hold. */
  | { readonly missing: readonly string[] };

/**
 * Fills a template in one pass. `textFor` answers undefined for what the case lacks; placeholders whose root is not
 * known stay as they are, and are named.
 */
export function renderTemplate(
  template: Template,
  isKnown: (root: string) => boolean,
  textFor: (placeholder: Placeholder) => string | undefined,
): Rendered {
  const missing = new Set<string>();
  const unknown = new Set<string>();
  const texts = template.segments.map((segment) => {
    if ('literal' in segment) return segment.literal;
    const { placeholder } = segment;
    if (!isKnown(placeholder.root)) {
      unknown.add(placeholder.text);
      return `{${placeholder.text}}`;
    }
    const value = textFor(placeholder);
    if (value === undefined) missing.add(placeholder.text);
    return value ?? '';
  });
  return missing.size > 0 ? { missing: [...missing] } : { prompt: texts.join(''), unknown: [...unknown] };
}

/** Placeholders that look like one and whose root no case has: for lint. */
export function unknownPlaceholders(template: Template, isKnown: (root: string) => boolean): readonly Placeholder[] {
  return template.placeholders.filter(({ root }) => !isKnown(root));
}
