import { connectionsOf } from '../../../core/accounts/session.ts'
import { activeSession } from '../../../core/kit/state.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useLeave } from '../../hooks/useLeave.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { NetworkRow } from './NetworkRow.tsx'
import { useChooseNetwork } from './useChooseNetwork.ts'
import { useReachable } from './useReachable.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Shown when the wallet is on a network that the site does not list. The visitor chooses one of the
 * site's networks, or disconnects.
 */
export default function UnsupportedChainView() {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const choose = useChooseNetwork()
  const leave = useLeave()
  const isReachable = useReachable()
  const hasOthers = useKitState((state) => connectionsOf(activeSession(state)).length > 1)
  const { networks } = useNetwork()
  const isLocked = contextOf(kit).options.enableNetworkSwitch === false

  return (
    <Screen
      title={t('unsupportedTitle')}
      footer={
        <Button variant="quiet" onClick={() => void leave()}>
          <Icon name="disconnect" />
          {t('disconnect')}
        </Button>
      }
    >
      <p className="help">{t(isLocked ? 'unsupportedLocked' : 'unsupportedText')}</p>
      {!isLocked && (
        <ul className="stack" aria-label={t('networks')}>
          {networks.map((network) => (
            <li key={network.networkId}>
              <NetworkRow
                network={network}
                reason={isReachable(network.networkId) ? undefined : t('notApproved')}
                onChoose={() => choose(network.networkId)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasOthers && <Button onClick={() => router.push('Profile')}>{t('anotherWallet')}</Button>}
    </Screen>
  )
}
