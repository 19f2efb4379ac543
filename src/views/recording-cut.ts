import type { Trace } from '../model/trace.ts';

/** True for a trace whose recording breaks off: what it lacks may have stood in the part that was lost. */
export function isRecordingCut({ terminal }: Trace): boolean {
  return terminal?.reason === 'recording_cut';
}
