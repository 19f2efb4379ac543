import type { CallReply, Setup } from './line-messages.ts';

/** A function that an engine has loaded; its argument and its answer are texts of JSON. */
export type SandboxedFunction = (argument: string) => Promise<CallReply>;

/** Loads a function into an engine. `modules` are addresses of the modules of the engine; `show` takes what it prints. */
export type SandboxLoader = (
  setup: Setup,
  modules: readonly string[],
  show: (text: string) => void,
) => Promise<SandboxedFunction>;
