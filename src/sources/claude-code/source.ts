import type { ModelRecord } from '../../model/trace.ts';
import { defineSource } from '../define-source.ts';
import { CopiedHistory } from './copies.ts';
import { detectClaudeCode } from './detect.ts';
import { groupFamilies } from './families.ts';
import { FRAMEWORK_TOOLS } from './framework-tools.ts';
import { emptyFamily, readFile } from './read-family.ts';
import { familyRecords } from './to-model.ts';

/** Sessions of Claude Code and streams of its SDK. One family of files is in memory at a time. */
export const claudeCodeSource = defineSource({
  name: 'claude-code',
  title: 'Claude Code',
  summary: 'session files of ~/.claude/projects with their subagents, web exports, stream-json of the Claude Agent SDK',
  runUnit: 'trace',
  frameworkTools: FRAMEWORK_TOOLS,
  detect: detectClaudeCode,
  async *read(files, { report }): AsyncGenerator<ModelRecord> {
    const history = new CopiedHistory();
    for (const family of await groupFamilies(files)) {
      const facts = emptyFamily();
      let position = 0;
      for (const file of family.files) position = await readFile(file, facts, position, report);
      yield* familyRecords(family, facts, history, report);
    }
  },
});
