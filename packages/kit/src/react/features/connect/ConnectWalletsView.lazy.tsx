import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useConnectedElsewhere } from '../useConnectedElsewhere.ts'
import { messages } from './messages.ts'
import { WalletRows } from './WalletRows.tsx'

/**
 * The list of wallets alone. A button of Connect opens it if Connect shows logins and folds the
 * wallets.
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
