import { showToast } from '../../../core/toast.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useKit } from '../../useKit.ts'
import { useNetwork } from '../../useNetwork.ts'
import { messages } from './messages.ts'
import { NetworkRow } from './NetworkRow.tsx'
import { useChooseNetwork } from './useChooseNetwork.ts'

export default function UnsupportedChainView() {
  const t = useMessages(messages)
  const kit = useKit()
  const choose = useChooseNetwork()
  const { networks } = useNetwork()
  const isLocked = kit.context.options.enableNetworkSwitch === false

  async function disconnect() {
    await kit.disconnect().catch(() => showToast(kit, { message: 'disconnectFailed', variant: 'error' })) // forgotten here all the same
    kit.close()
  }

  return (
    <Screen
      title={t('unsupportedTitle')}
      footer={
        <Button variant="quiet" onClick={() => void disconnect()}>
          <Icon name="disconnect" />
          {t('disconnect')}
        </Button>
      }
    >
      <p className="help">{t('unsupportedText')}</p>
      {!isLocked && (
        <ul className="stack" aria-label={t('networks')}>
          {networks.map((one) => <li key={one.networkId}><NetworkRow network={one} onChoose={() => choose(one.networkId)} /></li>)}
        </ul>
      )}
    </Screen>
  )
}
