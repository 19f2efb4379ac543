/** Where prompts go and with which key. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** The address of an endpoint as people may see it: without credentials, query and fragment. */
export function shownUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

/** True for an address of this machine. */
export function isLocalUrl(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Bytes of a response that are read: an answer has some thousand. */
const RESPONSE_LIMIT = 32 * 1024 * 1024;

/**
 * Asks the endpoint itself and no other: what was agreed to go to one address does not follow it to the next. A response
 * without end is broken off.
 */
export const fetchThere: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { body, status, statusText, headers } = response;
  return body ? new Response(body.pipeThrough(upTo(RESPONSE_LIMIT)), { status, statusText, headers }) : response;
};

function upTo(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let read = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      read += chunk.byteLength;
      if (read > limit) controller.error(new Error('the response is too long'));
      else controller.enqueue(chunk);
    },
  });
}
