/**
 * The namespaces whose tokens are in `onrampDefaults`: there is something to buy even if no API
 * lists it.
 */
export const soldWithoutApi: ReadonlySet<string> = new Set(['eip155'])
