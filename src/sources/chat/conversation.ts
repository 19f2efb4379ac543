import { field, isObject, type Json, textField } from '../../model/json.ts';
import { type Message, type Part, type Role, toRole } from '../../model/message.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { type Call, OpenCalls } from './open-calls.ts';
import { contentParts, saidParts } from './parts.ts';
import { askedCalls } from './tool-calls.ts';
import { withoutStop } from './user-stop.ts';

/** One message of the assistant. */
export interface AssistantTurn {
  readonly index: number;
  readonly name?: string;
  readonly parts: readonly Part[];
  readonly calls: readonly Call[];
  /** What was said since the assistant's message before; results of tools stand apart. */
  readonly heard: readonly Message[];
}

/** One result of a tool. */
export interface ToolResult {
  readonly index: number;
  readonly callId?: string;
  readonly name?: string;
  readonly content?: Json;
  /** The call that it answers, where one was recorded. */
  readonly call?: Call;
}

/** A list of messages taken apart. `index` counts the messages of the list. */
export interface Conversation {
  readonly system: readonly Part[];
  /** What the agent was told, in order, without results of tools. */
  readonly heard: readonly Message[];
  readonly turns: readonly AssistantTurn[];
  readonly results: readonly ToolResult[];
  /** The user's last message, with nothing of the assistant after it, held the stop word. */
  readonly isStoppedByUser: boolean;
  /** Who spoke last, instructions aside. */
  readonly last?: 'assistant' | 'tool' | 'user';
}

/** Reads a list of messages. What is no message is reported and left out. */
export function readConversation(messages: readonly Json[], at: At, report: (problem: Problem) => void): Conversation {
  const reading = new Reading();
  for (const [index, message] of messages.entries()) {
    const place = { ...at, pointer: `${at.pointer ?? ''}/${index}` };
    const role = textField(message, 'role');
    if (role !== undefined) reading.add(message, toRole(role), index, place, report);
    else report(problem('SOURCE_BAD_RECORD', { reason: noMessage(message) }, place));
  }
  return reading.finish();
}

function noMessage(value: Json): string {
  return isObject(value) ? 'a message has no role' : 'a message is no object';
}

class Reading {
  readonly #system: Part[] = [];
  readonly #heard: Message[] = [];
  readonly #turns: AssistantTurn[] = [];
  readonly #results: ToolResult[] = [];
  readonly #open = new OpenCalls();
  #since: Message[] = [];
  #isStopped = false;
  #last: Conversation['last'];

  add(message: Json, role: Role, index: number, at: At, report: (problem: Problem) => void): void {
    if (role === 'assistant') this.#assistant(message, index, at, report);
    else if (role === 'tool') this.#result(message, index);
    else if ((role === 'system' || role === 'developer') && this.#last === undefined)
      for (const part of contentParts(field(message, 'content'))) this.#system.push(part);
    else this.#hear(message, role);
  }

  finish(): Conversation {
    return {
      system: this.#system,
      heard: this.#heard,
      turns: this.#turns,
      results: this.#results,
      isStoppedByUser: this.#isStopped,
      ...(this.#last && { last: this.#last }),
    };
  }

  #assistant(message: Json, index: number, at: At, report: (problem: Problem) => void): void {
    const calls = askedCalls(message, at, report).map((part): Call => ({ part, isAnswered: false }));
    this.#open.add(calls);
    const name = textField(message, 'name');
    const parts = [...saidParts(message), ...calls.map(({ part }) => part)];
    this.#turns.push({ index, parts, calls, heard: this.#since, ...(name && { name }) });
    this.#since = [];
    this.#isStopped = false;
    this.#last = 'assistant';
  }

  #result(message: Json, index: number): void {
    const callId = textField(message, 'tool_call_id') || undefined;
    const name = textField(message, 'name') || undefined;
    const content = field(message, 'content');
    const call = this.#open.answer(callId, name);
    this.#results.push({
      index,
      ...(callId !== undefined && { callId }),
      ...(name !== undefined && { name }),
      ...(content !== undefined && { content }),
      ...(call && { call }),
    });
    this.#last = 'tool';
  }

  #hear(message: Json, role: Role): void {
    const all = contentParts(field(message, 'content'));
    const parts = role === 'user' ? withoutStop(all) : all;
    if (role !== 'system' && role !== 'developer') this.#last = 'user';
    if (parts !== all) this.#isStopped = true;
    if (parts !== all && parts.length === 0) return;
    const name = textField(message, 'name');
    const heard: Message = { role, ...(name && { name }), parts };
    this.#since.push(heard);
    this.#heard.push(heard);
  }
}
