import { createFacets } from '../../chains/solana/createFacets.ts'
import { makeFakeAdapter } from '../makeFakeAdapter.ts'
import type { FakeAdapter, FakeAdapterOptions } from '../makeFakeAdapter.ts'

/**
 * An adapter of Solana for `createKit` that answers by its options: at once, never, or with an
 * error. It signs nothing and asks no chain. For real signatures use `createSolanaWallet`. Sites
 * get it as `createFakeAdapter` of `latchkey/testing/solana`.
 * @example createKit({ adapters: [createFakeAdapter({ connect: 'userRejected' })], … })
 */
export function createFakeSolanaAdapter(options: FakeAdapterOptions = {}): FakeAdapter {
  return makeFakeAdapter({ namespace: 'solana', ...options }, { solana: createFacets })
}
