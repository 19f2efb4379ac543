import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { field, type Json, listField, textField } from '../model/json.ts';

/** One question as it reached the server. */
export interface Asked {
  readonly path: string;
  readonly body: Json;
  readonly headers: IncomingMessage['headers'];
  readonly system: string;
  readonly prompt: string;
  /** The key that the judge is asked to end with. */
  readonly nonce: string;
}

/** What the server does with a question: answers, or lets it hang. */
export type Response =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  | 'hang';

/** A server on this machine that speaks the chat protocol of OpenAI. */
export interface JudgeServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** Starts a server on a free port; `respond` is given each question and how many came before it. */
export async function startJudgeServer(respond: (asked: Asked, before: number) => Response): Promise<JudgeServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, answer) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const question = questionOf(text, request);
    const response = respond(question, asked.push(question) - 1);
    if (response === 'hang') return;
    answer.writeHead(response.status ?? 200, { 'content-type': 'application/json', ...response.headers });
    answer.end(typeof response.body === 'string' ? response.body : JSON.stringify(response.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function questionOf(text: string, { url: path = '', headers }: IncomingMessage): Asked {
  const body = JSON.parse(text) as Json;
  const messages = listField(body, 'messages');
  const [system, prompt] = ['system', 'user'].map((role) => {
    const content = field(
      messages.find((message) => field(message, 'role') === role),
      'content',
    );
    return typeof content === 'string'
      ? content
      : listField({ content: content ?? null }, 'content')
          .map((part) => textField(part, 'text'))
          .join('');
  });
  const nonce = /nonce\\?": \\?"([0-9a-f]{16})/.exec(text)?.[1] ?? '';
  return { path, body, headers, system: system ?? '', prompt: prompt ?? '', nonce };
}

/** A completion of the chat protocol. */
export function completion(
  content: string | null,
  given: { finish?: string; refusal?: string; tokens?: [number, number] } = {},
): Json {
  const [input, output] = given.tokens ?? [100, 20];
  return {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'judge-1-2026',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, ...(given.refusal !== undefined && { refusal: given.refusal }) },
        finish_reason: given.finish ?? 'stop',
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
