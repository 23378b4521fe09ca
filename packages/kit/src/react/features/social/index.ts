import type { Social } from '../../../core/socials.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type SocialViews = {
  /**
   * Logs in by an account with a company, in a window that the press has opened, or in this tab.
   */
  ConnectingSocial: { connectorId: string; social: Exclude<Social, 'farcaster'> }
  /** Logs in by Farcaster: a code to scan, or a link on a phone. */
  ConnectingFarcaster: { connectorId: string }
}

/** Logging in by an account with a company. */
export const social: Feature<{ views: SocialViews; words: typeof words }> = {
  id: 'social',
  views: {
    ConnectingSocial: {
      load: () => import('./ConnectingSocialView.tsx'),
      needsNoAccount: true,
      isWayOut: true,
    },
    ConnectingFarcaster: {
      load: () => import('./farcaster/ConnectingFarcasterView.tsx'),
      needsNoAccount: true,
      isWayOut: true,
    },
  },
  english: () => import('./words.ts'),
}
