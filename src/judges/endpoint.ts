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

/** Asks the endpoint itself and no other: what was agreed to go to one address does not follow it to the next. */
export const fetchThere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
