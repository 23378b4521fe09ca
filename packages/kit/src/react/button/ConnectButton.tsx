import { useMessages } from '../i18n/useMessages.ts'
import { useAccount } from '../useAccount.ts'
import { AccountButton } from './AccountButton.tsx'
import { messages } from './messages.ts'
import { PageButton } from './PageButton.tsx'

/** Connects a wallet; becomes the AccountButton when one is connected. */
export function ConnectButton({ label }: { label?: string }) {
  const t = useMessages(messages)
  const account = useAccount()
  if ('account' in account) return <AccountButton />
  const isBusy = account.status === 'connecting'
  return <PageButton label={isBusy ? t('connecting') : (label ?? t('connect'))} variant="primary" isBusy={isBusy} />
}
