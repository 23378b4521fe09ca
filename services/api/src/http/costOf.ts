import type { Chain } from '../chains/chainReader.ts'

/**
 * How much a request counts in a client's rate limit, by the pattern of its route. The cost
 * reflects the load on nodes and the database. Each request of a JSON-RPC batch has the cost of its
 * method ({@link costOfMethod}), so a batch of a hundred costs at least 100.
 */
const costs: Readonly<Record<string, number>> = {
  '/v1/account/:address/balance': 5,
  '/v1/account/:address/history': 10,
  '/v1/account/:address/nfts': 20,
  '/v1/identity/:address': 5,
  '/v1/profile/account/:name': 5,
  '/v1/profile/reverse/:address': 5,
  '/v1/profile/suggestions/:name': 5,
  // checking a signature takes milliseconds, and a node may have to run the contract that signed
  '/v1/profile/account': 100,
  '/v1/profile/account/:name/attributes': 100,
  '/v1/profile/account/:name/address': 100,
  '/v1/profile/ccip/:sender/:data': 5,
  '/v1/profile/ccip': 5,
  // paths of an Esplora cost up to 10 (`passedPath.ts`)
  '/v1/esplora/:networkId/:path{.+}': 2,
  '/v1/fungible/price': 5,
  '/v1/convert/tokens': 5,
  // a quote reads all pools of two tokens, and simulates the transaction
  '/v1/convert/quotes': 20,
  '/v1/convert/build-transaction': 20,
  '/v1/onramp/options': 5,
  '/v1/onramp/quote': 5,
  '/v1/onramp/buy/options': 5,
  '/v1/onramp/buy/quotes': 5,
  '/v1/onramp/providers/properties': 5,
  '/v1/onramp/multi/quotes': 5,
  '/v1/onramp/widget': 20,
  '/v1/generators/onrampurl': 5,
  '/v1/onramp/orders/:orderId': 2,
  '/v1/onramp/webhooks/:provider': 2,
  // an operation is tried on a node, and its authorisation takes milliseconds to check
  '/v1/bundler': 20,
  '/v1/paymaster': 20,
  '/v1/sessions/:id': 10,
  '/v1/sessions/:id/getcontext': 2,
  // a signature takes milliseconds to check, and nodes are asked
  '/v1/sessions/:id/activate': 100,
  '/v1/sessions/:id/revoke': 100,
}

/** The cost of a request to a route. Routes that are not in the table cost 1. */
export function costOf(route: string): number {
  return costs[route] ?? 1
}

/** The cost of one JSON-RPC request to a chain's nodes. */
export function costOfMethod(method: string, { kind }: Pick<Chain, 'kind'>): number {
  return kind.nodes.costly.has(method) ? 10 : 1
}
