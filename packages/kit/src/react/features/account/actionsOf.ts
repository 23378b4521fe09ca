import { defaultFeatures } from '../../../core/features.ts'
import type { Features } from '../../../core/options.ts'
import { inOrder } from '../../../wallets/inOrder.ts'
import type { ActionIconName } from '../../ui/ActionIcon.tsx'
import type { Views } from '../index.ts'

/** Screens that take no parameters. */
type PlainView = { [name in keyof Views]: undefined extends Views[name] ? name : never }[keyof Views]
type Action = { view: PlainView; icon: ActionIconName; text: 'send' | 'receive' }

/** What can be done with an account, by the feature that has a screen for it. */
const actions: { readonly [feature in keyof Features]?: Action } = {
  send: { view: 'WalletSend', icon: 'send', text: 'send' },
  receive: { view: 'WalletReceive', icon: 'receive', text: 'receive' },
}

/** What can be done with the account, in the site's order: only what the site wants and what there is a screen for. */
export function actionsOf(features: Partial<Features> = {}): readonly Action[] {
  return inOrder(features.walletFeaturesOrder, defaultFeatures.walletFeaturesOrder).flatMap((name) => {
    const feature = name as keyof Features // the option's check lets no other name through
    return actions[feature] && (features[feature] ?? defaultFeatures[feature]) ? [actions[feature]] : []
  })
}
