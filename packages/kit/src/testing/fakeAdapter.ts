import { createFacets } from '../chains/evm/createFacets.ts'
import { makeFakeAdapter } from './makeFakeAdapter.ts'
import type { FakeAdapter, FakeAdapterOptions } from './makeFakeAdapter.ts'

/**
 * Creates an adapter for `createKit` that answers by its options: at once, never, or with an error.
 * It signs nothing and needs no chain. With `namespace: 'solana'` it connects, signs and sends, but
 * the kit then shows no screens for tokens; use `createFakeAdapter` of `latchkey/testing/solana` to
 * have them. For real signatures on a real chain, use `createDevelopmentWallet`.
 * @example createKit({ adapters: [createFakeAdapter({ connect: 'userRejected' })], … })
 */
export function createFakeAdapter(options: FakeAdapterOptions = {}): FakeAdapter {
  return makeFakeAdapter(options, { eip155: createFacets })
}
