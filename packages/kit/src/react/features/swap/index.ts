import type { NetworkId } from '@latchkey/protocol/caip'
import type { KitError } from '../../../core/errors/KitError.ts'
import type { SwapOrder, SwapToken } from '../../../core/contracts/facets/swap.ts'
import type { PreparedSwap } from '../../../domains/swap/prepareSwap.lazy.ts'
import type { SwapOutcome, SwapProgress } from '../../../domains/swap/run/sendSwap.lazy.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * A swap that a site requests. `from` and `to` are addresses of tokens, or `native`. `amount` is a
 * decimal string. `networkId` is the network of both tokens.
 */
export type RequestedSwap = { from?: string; to?: string; amount?: string; networkId?: NetworkId }

/**
 * The tokens and the text of the amount so far. `provider` is the provider that the visitor has
 * chosen. `requested` is the swap that a site requests, until its tokens are found.
 */
export type SwapDraft = {
  from?: SwapToken
  to?: SwapToken
  amount?: string
  provider?: string
  requested?: RequestedSwap
}

/**
 * The progress of a swap: the current request to the wallet or step on the chain, its outcome, or
 * the error with which it failed.
 */
export type Swapping =
  | SwapProgress
  | { status: 'ended'; outcome: SwapOutcome }
  | {
      status: 'failed'
      error: KitError
      /** The last status before the error. It tells whether the swap itself was sent. */
      last: SwapProgress['status']
      /** Whether an approval was sent. */
      hasAllowed: boolean
    }

/** Why the review is shown again: the price has moved, or the approval was used. */
export type SwapChange = 'moved' | 'used'

export type SwapViews = {
  Swap: SwapDraft | undefined
  SwapSelectToken: { side: 'from' | 'to' }
  /** `change`: what has changed since the visitor agreed. */
  SwapPreview: { order: SwapOrder; provider?: string; change?: SwapChange }
  /** `swapping` is the progress. Without it, the screen starts the swap. */
  SwapProgress: { prepared: PreparedSwap; swapping?: Swapping }
}

/**
 * The parameters with which a site opens a screen. `from` and `to` are addresses of tokens, or
 * `native` for the native token. `amount` is a decimal string of whole tokens of `from`.
 * `networkId`
 * @default the current network
 */
export type SwapOpenings = {
  Swap: {
    from?: 'native' | (string & {})
    to?: 'native' | (string & {})
    amount?: string
    networkId?: NetworkId | (string & {})
  }
}

/** Swapping tokens, by offers of the site's API. */
export const swap: Feature<{
  views: SwapViews
  opens: 'Swap'
  opensWith: SwapOpenings
  option: 'swaps'
  actions: 'swaps'
  words: typeof words
}> = {
  id: 'swap',
  option: { name: 'swaps', isOn: true },
  needs: ['assets', 'swap'],
  needsCoins: true,
  isPossible: (kit) => {
    const context = contextOf(kit)
    return context.api !== undefined
  },
  views: {
    Swap: { load: () => import('./SwapView.lazy.tsx') },
    SwapSelectToken: { load: () => import('./tokens/SwapSelectTokenView.lazy.tsx') },
    SwapPreview: {
      load() {
        // Loads the next screen's code before the request to the wallet. An error is ignored: that
        // screen loads the code again.
        import('./progress/SwapProgressView.lazy.tsx').catch(() => {})
        return import('./review/SwapPreviewView.lazy.tsx')
      },
    },
    SwapProgress: { load: () => import('./progress/SwapProgressView.lazy.tsx') },
  },
  opens: ['Swap'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  accountActions: [
    {
      name: 'swaps',
      view: 'Swap',
      icon: 'M4 7.5h11.5M12.5 4.5l3 3-3 3M16 13H4.5M7.5 10l-3 3 3 3',
      label: 'Swap',
      order: 2,
    },
  ],
  english: () => import('./words.lazy.ts'),
}
