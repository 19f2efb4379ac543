import { createOpenAI } from '@ai-sdk/openai';
import { askLanguageModel, once, type Said } from '../ask-language-model.ts';
import { type Endpoint, fetchThere } from '../endpoint.ts';
import type { Transport } from '../transport.ts';

/** OpenAI, by its chat protocol: its other one takes no seed. */
export function openTransport({ baseUrl, apiKey = '' }: Endpoint, said: Said): Transport {
  const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch: fetchThere });
  const modelOf = once((model) => provider.chat(model));
  return {
    id: 'openai',
    endpoint: said.endpoint,
    ask: (request, signal) => askLanguageModel(modelOf(request.model), request, signal, said),
  };
}
