import { createFacets } from '../../chains/bitcoin/createFacets.ts'
import { makeFakeAdapter } from '../makeFakeAdapter.ts'
import type { FakeAdapter, FakeAdapterOptions } from '../makeFakeAdapter.ts'

/**
 * Creates a Bitcoin adapter for `createKit` that answers by its options: at once, never, or with an
 * error. It signs nothing and needs no chain. For real signatures use `createBitcoinWallet`. Sites
 * import it as `createFakeAdapter` from `latchkey/testing/bitcoin`.
 * @example createKit({ adapters: [createFakeAdapter({ connect: 'userRejected' })], … })
 */
export function createFakeBitcoinAdapter(options: FakeAdapterOptions = {}): FakeAdapter {
  return makeFakeAdapter({ namespace: 'bip122', ...options }, { bip122: createFacets })
}
