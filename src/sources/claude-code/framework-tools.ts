/** Tools that Claude Code itself provides. */
export const FRAMEWORK_TOOLS: readonly string[] = (
  'Agent AgentOutputTool AskUserQuestion Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode ' +
  'EnterWorktree ExitPlanMode ExitWorktree Glob Grep KillBash KillShell LS ListMcpResourcesTool LSP MultiEdit ' +
  'NotebookEdit NotebookRead Read ReadMcpResourceTool RemoteTrigger SendMessage Skill SlashCommand StructuredOutput ' +
  'Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoRead TodoWrite ' +
  'ToolSearch WebFetch WebSearch Write'
).split(' ');
