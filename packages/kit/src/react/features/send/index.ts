import type { KitError } from '../../../core/errors/KitError.ts'
import type { SendOrder } from '../../../core/contracts/facets/send.ts'
import type { PreparedSend } from '../../../domains/send/review/prepareSend.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

/**
 * The texts of the fields so far. `tokenId` is the id of a balance. `money` is set if the amount is
 * entered as money.
 */
export type SendDraft = { amount?: string; money?: string; to?: string; tokenId?: string }

/**
 * The progress of the request to the wallet. `checking` is the new check before another request.
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
  /** `sending` is the progress; without it, the request is sent to the wallet. */
  SendProgress: { prepared: PreparedSend; sending?: Sending }
}

/**
 * The parameters that a site passes with a screen. `amount` is a decimal string of whole tokens,
 * `token` the address of a token on the current network.
 * @default the native token
 */
export type SendOpenings = { WalletSend: { to?: string; amount?: string; token?: string } }

/** Sending the native token and ERC-20 tokens. */
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
  views: {
    WalletSend: { load: () => import('./WalletSendView.lazy.tsx') },
    SendSelectToken: { load: () => import('./SendSelectTokenView.lazy.tsx') },
    SendPreview: {
      load() {
        // loaded before the request to the wallet; the screen retries code that fails here
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
