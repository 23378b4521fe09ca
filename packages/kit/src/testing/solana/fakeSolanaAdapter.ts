import { createFacets } from '../../chains/solana/createFacets.ts'
import { makeFakeAdapter } from '../makeFakeAdapter.ts'
import type { FakeAdapter, FakeAdapterOptions } from '../makeFakeAdapter.ts'

/**
 * Creates a Solana adapter for `createKit` that answers by its options: at once, never, or with an
 * error. It signs nothing and needs no chain. For real signatures use `createSolanaWallet`. Sites
 * import it as `createFakeAdapter` from `latchkey/testing/solana`.
 * @example createKit({ adapters: [createFakeAdapter({ connect: 'userRejected' })], … })
 */
export function createFakeSolanaAdapter(options: FakeAdapterOptions = {}): FakeAdapter {
  return makeFakeAdapter({ namespace: 'solana', ...options }, { solana: createFacets })
}
