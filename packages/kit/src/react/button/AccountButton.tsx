import { useMessages } from '../i18n/useMessages.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { truncateAddress } from '../ui/truncateAddress.ts'
import { useAccount } from '../useAccount.ts'
import { useKit } from '../useKit.ts'
import { useNetwork } from '../useNetwork.ts'
import { messages } from './messages.ts'
import { PageButton } from './PageButton.tsx'

/** The connected account; opens what it holds. Shows nothing while nobody is connected. */
export function AccountButton() {
  const t = useMessages(messages)
  const kit = useKit()
  const account = useAccount()
  const { isSupported } = useNetwork()
  if (!('account' in account)) return null
  if (!isSupported && !kit.context.options.allowUnsupportedChain) return <PageButton label={t('unsupported')} variant="danger" view="Account" />
  const { address } = account.account
  const short = truncateAddress(address)
  return (
    <PageButton label={t('account', { address: short })} variant="quiet" view="Account">
      <Avatar address={address} size={24} />
      <span className="page-button-text">{short}</span>
    </PageButton>
  )
}
