import { defaultFeatures } from '../../../core/features.ts'
import type { Features } from '../../../core/options.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { ActionIcon } from '../../ui/ActionIcon.tsx'
import type { ActionIconName } from '../../ui/ActionIcon.tsx'
import { useKit } from '../../useKit.ts'
import type { Views } from '../index.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'

/** Screens that take no parameters. */
type PlainView = { [name in keyof Views]: undefined extends Views[name] ? name : never }[keyof Views]
type Action = { view: PlainView; icon: ActionIconName; text: 'send' | 'receive' }

/** What can be done with an account, by the feature that has a screen for it. */
const actions: { readonly [feature in keyof Features]?: Action } = {
  send: { view: 'WalletSend', icon: 'send', text: 'send' },
  receive: { view: 'WalletReceive', icon: 'receive', text: 'receive' },
}

/** What can be done with the account, in the site's order: only what the site wants and what there is a screen for. */
export function Actions() {
  const t = useMessages(messages)
  const router = useRouter()
  const features = { ...defaultFeatures, ...useKit().context.options.features }
  const offered = features.walletFeaturesOrder.flatMap((name) => {
    const feature = name as keyof Features // the option's check lets no other name through
    return actions[feature] && features[feature] ? [actions[feature]] : []
  })
  if (offered.length === 0) return null
  return (
    <div className="actions">
      {offered.map(({ view, icon, text }) => (
        <button key={view} type="button" className="action" onClick={() => router.push(view)}>
          <ActionIcon name={icon} />
          {t(text)}
        </button>
      ))}
    </div>
  )
}
