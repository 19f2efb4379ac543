import type { QuickJSContext, QuickJSHandle, QuickJSSyncVariant, QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { Json } from '../model/json.ts';
import { describedAnswer } from './described-answer.ts';
import type { CallReply } from './line-messages.ts';
import type { SandboxLoader } from './sandboxed-function.ts';

interface QuickJSModule {
  newQuickJSWASMModuleFromVariant(variant: QuickJSSyncVariant): Promise<QuickJSWASMModule>;
}

const STACK = 1024 * 1024;
/** A promise that is never settled ends the work that is left, not time. */
const MOST_JOBS = 1_000_000;

/** Loads a JavaScript function into QuickJS, which knows the language and nothing else. The source is CommonJS. */
export const loadSandboxedJavaScript: SandboxLoader = async (setup, modules, show) => {
  const [core = '', variant = ''] = modules;
  const { newQuickJSWASMModuleFromVariant } = (await import(core)) as QuickJSModule;
  const loaded = (await import(variant)) as { readonly default: QuickJSSyncVariant };
  const engine = await newQuickJSWASMModuleFromVariant(loaded.default);
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(setup.memory);
  runtime.setMaxStackSize(STACK);
  const vm = runtime.newContext();
  let printed = '';
  giveConsole(vm, (text) => {
    printed += text;
    show(text);
  });
  const take = (): { printed?: string } => {
    const text = printed.slice(0, 4000);
    printed = '';
    return text === '' ? {} : { printed: text };
  };
  const found = evaluated(vm, moduleCode(setup.source, setup.entry), setup.file);
  if ('failed' in found) return async () => ({ ...found.failed, type: 'unusable' }) as CallReply;
  const evaluate = found.handle;
  return async (argument) => {
    printed = '';
    const reply = answered(vm, evaluate, JSON.parse(argument) as Json);
    return { ...reply, ...take() };
  };
};

/** The function of a module, as an expression. */
function moduleCode(source: string, entry: string): string {
  const name = JSON.stringify(entry);
  return `(() => {
const module = { exports: {} };
((module, exports, require) => {${source}
})(module, module.exports, (name) => { throw new Error('there are no modules here: ' + name); });
const found = module.exports[${name}] ?? module.exports.default ?? module.exports;
if (typeof found !== 'function') throw new Error('it exports no function ' + ${name});
return (text) => found(JSON.parse(text));
})()`;
}

function answered(vm: QuickJSContext, evaluate: QuickJSHandle, argument: Json): CallReply {
  const text = vm.newString(JSON.stringify(argument));
  const called = vm.callFunction(evaluate, vm.undefined, text);
  text.dispose();
  if (called.error) return failure(vm, called.error);
  const value = called.value;
  const jobs = vm.runtime.executePendingJobs(MOST_JOBS);
  if (jobs.error) return failure(vm, jobs.error);
  const state = vm.getPromiseState(value);
  if (state.type === 'pending') {
    value.dispose();
    return { type: 'wrong', message: 'it returned a promise that nothing here settles: there are no timers' };
  }
  if (state.type === 'rejected') return failure(vm, state.error);
  const answer: unknown = vm.dump(state.value);
  value.dispose();
  return describedAnswer(answer);
}

function evaluated(
  vm: QuickJSContext,
  code: string,
  file: string,
): { readonly handle: QuickJSHandle } | { readonly failed: CallReply } {
  const result = vm.evalCode(code, file);
  return result.error ? { failed: failure(vm, result.error) } : { handle: result.value };
}

function failure(vm: QuickJSContext, error: QuickJSHandle): CallReply {
  const thrown: unknown = vm.dump(error);
  error.dispose();
  const { name, message, stack } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    readonly [key: string]: unknown;
  };
  const told = name === undefined ? String(thrown) : `${String(name)}: ${String(message)}`;
  return {
    type: 'threw',
    message: told.slice(0, 1000),
    ...(typeof stack === 'string' && { traceback: stack.slice(0, 8000) }),
  };
}

function giveConsole(vm: QuickJSContext, print: (text: string) => void): void {
  const console = vm.newObject();
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    const method = vm.newFunction(name, (...args) => {
      print(`${args.map((each) => String(vm.dump(each))).join(' ')}\n`);
    });
    vm.setProp(console, name, method);
    method.dispose();
  }
  vm.setProp(vm.global, 'console', console);
  console.dispose();
}
