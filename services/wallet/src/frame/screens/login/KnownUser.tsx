import type { WalletUser } from '@latchkey/protocol/walletServer'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import type { Site } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'

/** Asks one who is logged in to the wallet whether this site may see the account. */
export function KnownUser({ site, user, onGo, onOther }: { site: Site; user: WalletUser; onGo: () => void; onOther: () => void }) {
  const words = useMessages(messages)
  return (
    <div className="stack">
      <h2 className="screen-heading">{fill(words.knownHeading, { name: nameOf(user) })}</h2>
      <p className="muted small">{fill(words.knownText, { site: new URL(site.origin).host })}</p>
      <GuardedButton variant="primary" onPress={onGo}>{words.go}</GuardedButton>
      <Button onClick={onOther}>{words.other}</Button>
    </div>
  )
}

const nameOf = ({ email, userName, addresses }: WalletUser) => email ?? userName ?? (addresses ? `${addresses.eip155.slice(0, 6)}…${addresses.eip155.slice(-6)}` : '')
