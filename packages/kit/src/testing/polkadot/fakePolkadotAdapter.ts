import { createFacets } from '../../chains/polkadot/createFacets.ts'
import { makeFakeAdapter } from '../makeFakeAdapter.ts'
import type { FakeAdapter, FakeAdapterOptions } from '../makeFakeAdapter.ts'

/**
 * Creates a Polkadot adapter for `createKit` that answers by its options: at once, never, or with
 * an error. It signs nothing and needs no chain. For real signatures use `createPolkadotWallet`.
 * Sites import it as `createFakeAdapter` from `latchkey/testing/polkadot`.
 * @example createKit({ adapters: [createFakeAdapter({ connect: 'userRejected' })], … })
 */
export function createFakePolkadotAdapter(options: FakeAdapterOptions = {}): FakeAdapter {
  return makeFakeAdapter({ namespace: 'polkadot', ...options }, { polkadot: createFacets })
}
