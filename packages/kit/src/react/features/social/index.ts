import type { Social } from '../../../core/contracts/socials.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type SocialViews = {
  /** Logs in with a company's account, in a window that was opened by the press, or in this tab. */
  ConnectingSocial: { connectorId: string; social: Exclude<Social, 'farcaster'> }
  /** Logs in with Farcaster, by a QR code, or by a link on a phone. */
  ConnectingFarcaster: { connectorId: string }
}

/** Logging in with a company's account. */
export const social: Feature<{ views: SocialViews; words: typeof words }> = {
  id: 'social',
  views: {
    ConnectingSocial: {
      load: () => import('./ConnectingSocialView.lazy.tsx'),
      needsNoAccount: true,
      resolvesGuard: true,
    },
    ConnectingFarcaster: {
      load: () => import('./farcaster/ConnectingFarcasterView.lazy.tsx'),
      needsNoAccount: true,
      resolvesGuard: true,
    },
  },
  english: () => import('./words.lazy.ts'),
}
