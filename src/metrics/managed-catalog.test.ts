import { describe, expect, it } from 'vitest';
import { isVersionedName, MANAGED_METRICS, MANAGED_NAMES, managedMetric } from './managed-catalog.ts';

describe('the managed metrics', () => {
  it('are found by their plain name and by every version, in any case', () => {
    expect(managedMetric('SAFETY')?.id).toBe('safety');
    expect(managedMetric('safety_v3')?.id).toBe('safety');
    expect(managedMetric('final_response_match_v2')?.versions[0]).toBe('final_response_match_v2');
    expect(managedMetric('safety_v2')).toBeUndefined();
    expect([isVersionedName('hallucination_v1'), isVersionedName('hallucination')]).toEqual([true, false]);
  });

  it('have names of their own', () => {
    expect(new Set(MANAGED_NAMES).size).toBe(MANAGED_NAMES.length);
    expect(MANAGED_METRICS).toHaveLength(17);
  });

  it('that fail on every trace of an agent name others in their place', () => {
    const failing = MANAGED_METRICS.filter(({ needs }) => needs.includes('conversation_history'));
    expect(failing.map(({ id }) => id)).toEqual(['multi_turn_general_quality', 'multi_turn_text_quality']);
    for (const { instead } of failing) for (const id of instead ?? ['']) expect(managedMetric(id)?.turns).toBe('any');
  });
});
