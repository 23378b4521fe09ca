import type { Nft } from './getNfts.lazy.ts'

/**
 * The loaded NFTs of the connected account on its network. `unsupported`: there is no API, or the
 * API does not list NFTs of this network. `next` is the state of the next page, `none` after the
 * last page.
 */
export type NftsAnswer =
  | { status: 'pending' }
  | { status: 'unsupported' }
  | { status: 'error'; error: Error }
  | { status: 'success'; data: readonly Nft[]; next: 'idle' | 'pending' | 'failed' | 'none' }
