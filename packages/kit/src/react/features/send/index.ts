import type { KitError } from '../../../core/KitError.ts'
import type { SendOrder } from '../../../core/facets/send.ts'
import type { PreparedSend } from '../../../send/review/prepareSend.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

/**
 * The texts of the fields so far. `tokenId` is that of a balance; `money` is set if the amount is
 * entered as money.
 */
export type SendDraft = { amount?: string; money?: string; to?: string; tokenId?: string }

/**
 * The progress of the request to the wallet; `checking` is the new check before the wallet is asked
 * again.
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
  /** `sending` is the progress; without it the wallet is asked. */
  SendProgress: { prepared: PreparedSend; sending?: Sending }
}

/**
 * What a site passes with a screen. `amount` is a decimal string of whole tokens, `token` the
 * address of a token on the current network. @default the network's own
 */
export type SendOpenings = { WalletSend: { to?: string; amount?: string; token?: string } }

/** Sending the network's own token and ERC-20 tokens. */
export const send: Feature<{
  views: SendViews
  opens: 'WalletSend'
  reads: SendOpenings
  option: 'send'
  actions: 'send'
  words: typeof words
}> = {
  id: 'send',
  option: { name: 'send', isOn: true },
  needs: ['addresses', 'assets', 'send'],
  views: {
    WalletSend: { load: () => import('./WalletSendView.tsx') },
    SendSelectToken: { load: () => import('./SendSelectTokenView.tsx') },
    SendPreview: {
      load() {
        // loaded before the wallet is asked; the screen loads again what fails here
        import('./progress/SendProgressView.tsx').catch(() => {})
        return import('./review/SendPreviewView.tsx')
      },
    },
    SendProgress: { load: () => import('./progress/SendProgressView.tsx') },
  },
  opens: ['WalletSend'],
  reads: () => import('./opening/openingParsers.ts'),
  accountActions: [
    {
      name: 'send',
      view: 'WalletSend',
      icon: 'M10 16V4.5M5 9l5-5 5 5',
      label: 'Send',
      order: 4,
    },
  ],
  english: () => import('./words.ts'),
}
