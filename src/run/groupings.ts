/** What summaries are grouped by. */
export const GROUPINGS = ['agent', 'depth', 'tool', 'task', 'tag', 'terminal', 'escalated'] as const;

export type Grouping = (typeof GROUPINGS)[number];
