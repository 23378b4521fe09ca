import { accountOf } from '../../../core/kit/state.ts'
import type { KitState } from '../../../core/kit/state.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type NameViews = {
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  /**
   * Registers the name and shows the progress. A `stage` means that the registration has started.
   */
  RegisterAccountNameSuccess: { name: string; stage?: 'waiting' | 'done' }
}

/** Whether the current account belongs to an e-mail or social login. */
const isLogin = (state: KitState) =>
  state.connectors.some(({ id, type }) => type === 'auth' && id === accountOf(state)?.connectorId)

/** Registers a name for an account of an e-mail or social login. */
export const names: Feature<{
  views: NameViews
  opens: 'ChooseAccountName' | 'RegisterAccountName'
  option: 'names'
  words: typeof words
}> = {
  id: 'names',
  option: { name: 'names', isOn: true },
  needs: ['addresses'],
  views: {
    ChooseAccountName: { load: () => import('./ChooseAccountNameView.lazy.tsx') },
    RegisterAccountName: { load: () => import('./RegisterAccountNameView.lazy.tsx') },
    RegisterAccountNameSuccess: { load: () => import('./RegisterAccountNameSuccessView.lazy.tsx') },
  },
  opens: ['ChooseAccountName', 'RegisterAccountName'],
  invitation: { when: isLogin, load: () => import('./invitation/InviteName.lazy.tsx') },
  english: () => import('./words.lazy.ts'),
}
