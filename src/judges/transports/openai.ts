import { createOpenAI } from '@ai-sdk/openai';
import { askLanguageModel, type Said } from '../ask-language-model.ts';
import { type Endpoint, fetchThere } from '../endpoint.ts';
import type { Transport } from '../transport.ts';

/** OpenAI, by its chat protocol: its other one takes no seed. */
export function openTransport({ baseUrl, apiKey = '' }: Endpoint, said: Said): Transport {
  const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch: fetchThere });
  return {
    id: 'openai',
    endpoint: said.endpoint,
    ask: (request, signal) => askLanguageModel(provider.chat(request.model), request, signal, said),
  };
}
