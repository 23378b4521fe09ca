import { accountOf, isSignInRequired, isSignInSettled } from '../../../core/kit/state.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

type SiwxViews = { SIWXSignMessage: undefined }

/**
 * Signing in with the wallet. On sites with the option `siwx`, a guard requires it after
 * connecting.
 */
export const siwx: Feature<{ views: SiwxViews; words: typeof words }> = {
  id: 'siwx',
  views: {
    SIWXSignMessage: {
      load: () => import('./SIWXSignMessageView.lazy.tsx'),
      mayClose(kit) {
        const account = accountOf(kit.getState())
        return (
          !account ||
          isSignInSettled(kit.getState(), account) ||
          !isSignInRequired(contextOf(kit).siwx)
        )
      },
    },
  },
  guards: [
    {
      view: 'SIWXSignMessage',
      allows: (kit, account) => {
        const context = contextOf(kit)
        const { getState } = kit
        return !context.siwx || isSignInSettled(getState(), account)
      },
      continuesFlow: true,
    },
  ],
  english: () => import('./words.lazy.ts'),
}
