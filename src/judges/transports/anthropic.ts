import { createAnthropic } from '@ai-sdk/anthropic';
import { askLanguageModel, once, type Said } from '../ask-language-model.ts';
import { type Endpoint, fetchThere } from '../endpoint.ts';
import type { Transport } from '../transport.ts';

/** Anthropic's messages. */
export function openTransport({ baseUrl, apiKey = '' }: Endpoint, said: Said): Transport {
  const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch: fetchThere });
  const modelOf = once((model) => provider(model));
  return {
    id: 'anthropic',
    endpoint: said.endpoint,
    ask: (request, signal) => askLanguageModel(modelOf(request.model), request, signal, said),
  };
}
