import { accountOf } from '../../../core/kit/state.ts'
import type { KitState } from '../../../core/kit/state.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type NameViews = {
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  /** Shown from the start of a registration on. Without `stage` it starts the registration. */
  RegisterAccountNameSuccess: { name: string; stage?: 'waiting' | 'done' }
}

/** Whether the current account came from a login. */
const isLogin = (state: KitState) =>
  state.connectors.some(({ id, type }) => type === 'auth' && id === accountOf(state)?.connectorId)

/** Registering a name for an account that came from a login. */
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
