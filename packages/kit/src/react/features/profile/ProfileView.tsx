import { useRef } from 'react'
import { showToast } from '../../../core/toast.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useLeave } from '../../modal/useLeave.ts'
import { useStyles } from '../../styles/useStyles.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useKit } from '../../useKit.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import css from './profile.css?inline'
import { Recents } from './Recents.tsx'
import { useConnections } from './useConnections.ts'
import type { ConnectedWallet } from './useConnections.ts'
import { WalletItem } from './WalletItem.tsx'

export default function ProfileView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const leave = useLeave()
  const wallets = useConnections()
  const list = useRef<HTMLUListElement>(null)
  const isOne = wallets.length < 2

  async function choose({ connectorId, name, isCurrent }: ConnectedWallet) {
    if (isCurrent) return router.reset('Account')
    await kit.switchConnection({ connectorId }).then(
      () => showToast(kit, { message: { text: t('inUse', { wallet: name }) }, variant: 'success' }),
      () => {}, // it left in the same moment, which the list shows
    )
  }

  /** The row goes with its wallet, and the keyboard goes on with the first that is left. */
  async function remove(connectorId: string) {
    await leave({ connectorId })
    list.current?.querySelector('button')?.focus()
  }

  return (
    <Screen
      title={t('title')}
      footer={
        <Button variant="quiet" onClick={() => void leave(isOne ? undefined : { all: true })}>
          <Icon name="disconnect" />
          {t(isOne ? 'disconnect' : 'disconnectAll')}
        </Button>
      }
    >
      <ul className="stack" aria-label={t('connected')} ref={list}>
        {wallets.map((wallet) => (
          <li key={wallet.connectorId}>
            <WalletItem wallet={wallet} onChoose={() => void choose(wallet)} onRemove={isOne ? undefined : () => void remove(wallet.connectorId)} />
          </li>
        ))}
      </ul>
      <Recents connected={wallets} />
      <Button onClick={() => router.push('Connect')}>
        <Icon name="plus" />
        {t('add')}
      </Button>
    </Screen>
  )
}
