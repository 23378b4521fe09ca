import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useConnectedElsewhere } from '../useConnectedElsewhere.ts'
import { messages } from './messages.ts'
import { WalletRows } from './WalletRows.tsx'

/**
 * The list of wallets as its own screen. The Connect screen has a button for it if it shows logins
 * and does not list the wallets itself.
 */
export default function ConnectWalletsView() {
  const t = useMessages(messages)
  useConnectedElsewhere()
  return (
    <Screen title={t('withWallet')}>
      <WalletRows />
    </Screen>
  )
}
