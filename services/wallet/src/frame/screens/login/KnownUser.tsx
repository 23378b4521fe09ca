import type { WalletUser } from '@latchkey/protocol/walletServer'
import { cleanName } from '../../approve/cleanName.ts'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'
import { companyNames } from '../loginMethodName.ts'
import { messages } from './messages.ts'

/**
 * Asks a visitor who is logged in to the wallet whether this site may see the account. A name at a
 * company is shown with the company, because it may look like an address, or like another person's
 * name.
 */
export function KnownUser({
  user: { email, userName, ways },
  onGo,
  onSwitchAccount,
}: {
  user: WalletUser
  onGo: () => void
  onSwitchAccount: () => void
}) {
  const words = useMessages(messages)
  const locale = useFormatLocale()
  const companies = ways.flatMap((method) => (method === 'email' ? [] : [companyNames[method]]))
  const company = new Intl.ListFormat(locale, { type: 'disjunction' }).format(companies)
  const name = email === null && userName !== null ? cleanName(userName) : undefined
  return (
    <div className="stack">
      <h2 className="screen-heading">
        {email === null
          ? fill(words.knownCompany, { company })
          : fill(words.knownHeading, { name: email })}
      </h2>
      {name !== undefined && <p className="muted small">{fill(words.knownName, { name })}</p>}
      <GuardedButton variant="primary" onPress={onGo}>
        {words.go}
      </GuardedButton>
      <Button onClick={onSwitchAccount}>{words.other}</Button>
    </div>
  )
}
