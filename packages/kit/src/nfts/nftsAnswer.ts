import type { Nft } from './getNfts.ts'

/**
 * The NFTs of the connected account on its network, as far as they are loaded. `unsupported`: there
 * is no API, or it does not list NFTs of this network. `next` is the state of the next page, `none`
 * after the last.
 */
export type NftsAnswer =
  | { status: 'pending' }
  | { status: 'unsupported' }
  | { status: 'error'; error: Error }
  | { status: 'success'; data: readonly Nft[]; next: 'idle' | 'pending' | 'failed' | 'none' }
