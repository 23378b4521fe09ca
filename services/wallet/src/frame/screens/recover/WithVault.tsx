import { askVault } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useEffect, useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { isFault } from '../../bridge/Fault.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { recoverAccount } from '../../vault/recoverAccount.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { formatClock, formatDuration } from './formatDuration.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'
import './vault.css'

type Props = {
  wallet: Wallet
  addresses: WalletAddresses
  userId: string
  setId: string
  /** Milliseconds since 1970; null before the vault was requested. */
  readyAt: number | null
  onDone: () => void
  onLater: () => void
}

/**
 * Minimum and maximum of milliseconds between two attempts to open the vault. The server's
 * clock decides, and this browser's may be wrong.
 */
const attempts = { min: 2_000, max: 60_000 }

/**
 * Recovers from the operator's vault: requests it, counts down, and opens it when the delay is
 * over.
 */
export function WithVault({ wallet, addresses, userId, setId, readyAt, onDone, onLater }: Props) {
  const words = useMessages(messages)
  const [opensAt, setOpensAt] = useState(readyAt)
  const [now, setNow] = useState(() => Date.now())
  const [failure, setFailure] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const remaining = opensAt === null ? undefined : opensAt - now

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (opensAt === null || failure !== undefined) return
    const controller = new AbortController()
    const open = async () => {
      try {
        await recoverAccount(wallet, {
          setId,
          guard: { method: 'vault', userId },
          expected: addresses,
          signal: controller.signal,
        })
        onDone()
      } catch (error) {
        if (controller.signal.aborted) return
        if (isFault(error, 'vaultClosed'))
          timer = setTimeout(
            open,
            Math.min(Math.max(opensAt - Date.now(), attempts.min), attempts.max),
          )
        else setFailure(isFault(error, 'accountDiffers') ? words.differsText : words.failedText)
      }
    }
    let timer = setTimeout(open)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // `onDone` ends the screen
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opensAt, failure, wallet, setId, userId, addresses])

  async function ask() {
    if (isAsking) return
    setFailure(undefined)
    setAsking(true)
    try {
      setOpensAt((await wallet.server.call(askVault, {})).readyAt)
    } catch {
      setFailure(words.failedText)
    } finally {
      setAsking(false)
    }
  }

  if (failure !== undefined)
    return (
      <>
        <Alert level="danger" title={words.failedTitle}>
          {failure}
        </Alert>
        <GuardedButton
          data-autofocus=""
          onPress={() => (opensAt === null ? ask() : setFailure(undefined))}
        >
          {words.retry}
        </GuardedButton>
      </>
    )
  if (remaining === undefined)
    return (
      <>
        <h2 className="screen-heading">
          {fill(words.vaultHeading, { operator: wallet.settings.operator })}
        </h2>
        <p className="muted small">
          {fill(words.vaultText, { time: formatDuration(wallet.settings.vaultDelay ?? 0, words) })}
        </p>
        <GuardedButton
          variant="primary"
          data-autofocus=""
          isDisabled={isAsking}
          aria-live="polite"
          onPress={ask}
        >
          {isAsking ? words.asking : words.ask}
        </GuardedButton>
      </>
    )
  if (remaining <= 0)
    return (
      <p className="screen-loading" role="status">
        {words.opening}
      </p>
    )
  return (
    <div className="countdown">
      <p className="muted">{words.waitingHeading}</p>
      <p className="countdown-clock" role="timer">
        {formatClock(remaining)}
      </p>
      <p className="muted small">{words.waitingText}</p>
      <Button onClick={onLater}>{words.later}</Button>
    </div>
  )
}
