import { useMessages } from '../i18n/useMessages.ts'
import { useAccount } from '../useAccount.ts'
import { messages } from './messages.ts'
import { PageButton } from './PageButton.tsx'
import { useAccountButton } from './useAccountButton.tsx'

/** Connects a wallet; becomes the AccountButton when one is connected, in place, so that the focus stays on it. */
export function ConnectButton({ label }: { label?: string }) {
  const t = useMessages(messages)
  const isBusy = useAccount().status === 'connecting'
  const account = useAccountButton()
  return <PageButton {...(account ?? { label: isBusy ? t('connecting') : (label ?? t('connect')), variant: 'primary', isBusy })} />
}
