import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { messages } from './messages.ts'
import { WalletRows } from './WalletRows.tsx'

export default function ConnectWalletsView() {
  const t = useMessages(messages)
  return (
    <Screen title={t('withWallet')}>
      <WalletRows />
    </Screen>
  )
}
