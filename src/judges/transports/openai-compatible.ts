import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { askLanguageModel, once, type Said } from '../ask-language-model.ts';
import { type Endpoint, fetchThere } from '../endpoint.ts';
import type { Transport } from '../transport.ts';

/** Any endpoint that speaks the chat protocol of OpenAI: Ollama, vLLM, a proxy. A key is sent only where one is given. */
export function openTransport({ baseUrl, apiKey }: Endpoint, said: Said): Transport {
  const provider = createOpenAICompatible({
    name: 'judge',
    baseURL: baseUrl,
    fetch: fetchThere,
    ...(apiKey !== undefined && { apiKey }),
  });
  const modelOf = once((model) => provider.chatModel(model));
  return {
    id: 'openai-compatible',
    endpoint: said.endpoint,
    ask: (request, signal) => askLanguageModel(modelOf(request.model), request, signal, said),
  };
}
