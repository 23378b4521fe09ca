import { useEffect, useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { formatClock, formatDuration } from './formatDuration.ts'
import { messages } from './messages.ts'
import { useVault } from './useVault.ts'
import type { VaultAccount } from './useVault.ts'
import './vault.css'

/**
 * Recovers from the operator's vault: requests it, counts down, and opens it when the delay is
 * over.
 */
export function WithVault({ onLater, ...account }: VaultAccount & { onLater: () => void }) {
  const words = useMessages(messages)
  const { opensAt, failure, isAsking, ask, retry } = useVault(account)
  const now = useNow()
  if (failure !== undefined)
    return (
      <>
        <Alert level="danger" title={words.failedTitle}>
          {words[`${failure}Text`]}
        </Alert>
        <GuardedButton data-autofocus="" onPress={retry}>
          {words.retry}
        </GuardedButton>
      </>
    )
  if (opensAt === null)
    return <VaultQuestion settings={account.wallet.settings} isAsking={isAsking} onAsk={ask} />
  if (opensAt <= now)
    return (
      <p className="screen-loading" role="status">
        {words.opening}
      </p>
    )
  return (
    <div className="countdown">
      <p className="muted">{words.waitingHeading}</p>
      <p className="countdown-clock" role="timer">
        {formatClock(opensAt - now)}
      </p>
      <p className="muted small">{words.waitingText}</p>
      <Button onClick={onLater}>{words.later}</Button>
    </div>
  )
}

function VaultQuestion({
  settings: { operator, vaultDelay = 0 },
  isAsking,
  onAsk,
}: {
  settings: Wallet['settings']
  isAsking: boolean
  onAsk: () => void
}) {
  const words = useMessages(messages)
  return (
    <>
      <h2 className="screen-heading">{fill(words.vaultHeading, { operator })}</h2>
      <p className="muted small">
        {fill(words.vaultText, { time: formatDuration(vaultDelay, words) })}
      </p>
      <GuardedButton
        variant="primary"
        data-autofocus=""
        isDisabled={isAsking}
        aria-live="polite"
        onPress={onAsk}
      >
        {isAsking ? words.asking : words.ask}
      </GuardedButton>
    </>
  )
}

/** The time in milliseconds since 1970, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
