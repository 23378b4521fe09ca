import { isAdmitted } from '../../../core/accounts/admit.ts'
import type { Feature } from '../../modal/feature.ts'
import { errors } from './errors.ts'
import type { words } from './words.lazy.ts'

type NotebookViews = {
  Notebook: { note: string } | undefined
  HouseRules: undefined
}

/** A sample feature: this folder, and one line in the registry. */
export const notebook: Feature<{
  views: NotebookViews
  opens: 'Notebook'
  option: 'notebook'
  actions: 'notebook'
  words: typeof words
}> = {
  id: 'notebook',
  option: { name: 'notebook', isOn: true },
  views: {
    Notebook: {
      load: () => import('./NotebookView.lazy.tsx'),
      mayClose: (kit) => kit.getState().toast?.variant !== 'loading',
    },
    HouseRules: { load: () => import('./HouseRulesView.lazy.tsx'), mayClose: () => true },
  },
  opens: ['Notebook'],
  accountActions: [
    {
      name: 'notebook',
      view: 'Notebook',
      icon: 'M5 3.5h10v13H5zM8 7h4M8 10h4',
      label: 'Notes',
      order: 5,
    },
  ],
  guards: [
    {
      view: 'HouseRules',
      allows: (kit, { address }) => isAdmitted(kit, 'notebook', address),
      continuesFlow: true,
    },
  ],
  errors,
  english: () => import('./words.lazy.ts'),
}
