import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { askLanguageModel, once, type Said } from '../ask-language-model.ts';
import { type Endpoint, fetchThere } from '../endpoint.ts';
import type { Transport } from '../transport.ts';

/** Gemini, by Google's generative language API. */
export function openTransport({ baseUrl, apiKey = '' }: Endpoint, said: Said): Transport {
  const provider = createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, fetch: fetchThere });
  const modelOf = once((model) => provider(model));
  return {
    id: 'google',
    endpoint: said.endpoint,
    ask: (request, signal) => askLanguageModel(modelOf(request.model), request, signal, said),
  };
}
