import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'
import { soldWithoutApi } from '@latchkey/protocol/onrampNamespaces'
import { contextOf } from '../../../core/kit/context.ts'
import { getOnrampOptions } from '../../../domains/onramp/actions.ts'
import type { OnrampQuote } from '../../../domains/onramp/estimate.ts'

export type OnrampViews = {
  OnRampProviders: undefined
  OnRampTokenSelect: { tokenId: string | undefined }
  OnRampFiatSelect: { currency: string | undefined }
  /**
   * With `quote` it starts a purchase. With `id` it shows that purchase, else the newest unfinished
   * one, else the newest one.
   */
  BuyInProgress: { quote?: OnrampQuote; id?: string } | undefined
  OnRampActivity: undefined
}

/** The parameters with which a site opens a screen. */
export type OnrampOpenings = {
  /**
   * The purchase, by its id.
   * @default the newest unfinished purchase, else the newest
   */ BuyInProgress: { id?: string }
}

/** Buying tokens with money. The sellers are the companies that the site's API lists. */
export const onramp: Feature<{
  views: OnrampViews
  opens: 'OnRampProviders' | 'OnRampActivity' | 'BuyInProgress'
  opensWith: OnrampOpenings
  option: 'onramp'
  actions: 'onramp'
  words: typeof words
}> = {
  id: 'onramp',
  option: { name: 'onramp', isOn: true },
  needs: ['addresses', 'assets'],
  needsCoins: true,
  isPossible: (kit) => {
    const context = contextOf(kit)
    return context.api !== undefined
  },
  isRestricted: true,
  views: {
    OnRampProviders: {
      load() {
        // The press on "continue" must open the provider's window at once, so the next screen's
        // code is loaded here. An error is ignored, because the screen loads the code again.
        import('./order/BuyInProgressView.lazy.tsx').catch(() => {})
        return import('./OnRampProvidersView.lazy.tsx')
      },
    },
    OnRampTokenSelect: { load: () => import('./select/OnRampTokenSelectView.lazy.tsx') },
    OnRampFiatSelect: { load: () => import('./select/OnRampFiatSelectView.lazy.tsx') },
    BuyInProgress: { load: () => import('./order/BuyInProgressView.lazy.tsx') },
    OnRampActivity: { load: () => import('./order/OnRampActivityView.lazy.tsx') },
  },
  opens: ['OnRampProviders', 'OnRampActivity', 'BuyInProgress'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  accountActions: [
    {
      name: 'onramp',
      view: 'OnRampProviders',
      icon: 'M3 6.5A1.5 1.5 0 0 1 4.5 5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5ZM3 8.5h14M6 12h3',
      label: 'Buy',
      order: 1,
      isUseful: (kit) =>
        soldWithoutApi.has(kit.getState().namespace) ||
        getOnrampOptions(kit).then(({ tokens }) => tokens.length > 0),
    },
  ],
  english: () => import('./words.lazy.ts'),
}
