import type { KitError } from '../../../core/errors/KitError.ts'
import type { SendOrder } from '../../../core/contracts/facets/send.ts'
import type { PreparedSend } from '../../../domains/send/review/prepareSend.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

/**
 * The texts that the visitor has entered so far. `tokenId` is the id of a balance. `money` is set
 * if the visitor enters money instead of an amount of the token.
 */
export type SendDraft = { amount?: string; money?: string; to?: string; tokenId?: string }

/**
 * The progress of the request to the wallet. `checking`: after a failure, the transfer is checked
 * again before the next request.
 */
export type Sending =
  | { status: 'checking' }
  | { status: 'waiting' }
  | { status: 'failed'; error: KitError }
  | { status: 'sent'; hash: string }

export type SendViews = {
  WalletSend: SendDraft | undefined
  SendSelectToken: { tokenId: string }
  SendPreview: { order: SendOrder & { amount: bigint } }
  /** `sending` is the progress. Without it, the screen sends the request to the wallet. */
  SendProgress: { prepared: PreparedSend; sending?: Sending }
}

/**
 * The parameters with which a site opens a screen. `amount` is a decimal string of whole tokens.
 * `token` is the address of a token on the current network.
 * @default the native token
 */
export type SendOpenings = { WalletSend: { to?: string; amount?: string; token?: string } }

/** The screens for sending the native token and other tokens. */
export const send: Feature<{
  views: SendViews
  opens: 'WalletSend'
  opensWith: SendOpenings
  option: 'send'
  actions: 'send'
  words: typeof words
}> = {
  id: 'send',
  option: { name: 'send', isOn: true },
  needs: ['addresses', 'assets', 'send'],
  needsCoins: true,
  views: {
    WalletSend: { load: () => import('./WalletSendView.lazy.tsx') },
    SendSelectToken: { load: () => import('./SendSelectTokenView.lazy.tsx') },
    SendPreview: {
      load() {
        // Loads the next screen's code before the request to the wallet. An error is ignored: that
        // screen loads the code again.
        import('./progress/SendProgressView.lazy.tsx').catch(() => {})
        return import('./review/SendPreviewView.lazy.tsx')
      },
    },
    SendProgress: { load: () => import('./progress/SendProgressView.lazy.tsx') },
  },
  opens: ['WalletSend'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  accountActions: [
    {
      name: 'send',
      view: 'WalletSend',
      icon: 'M10 16V4.5M5 9l5-5 5 5',
      label: 'Send',
      order: 4,
    },
  ],
  english: () => import('./words.lazy.ts'),
}
