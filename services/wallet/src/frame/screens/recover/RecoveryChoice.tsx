import type { listRecovery } from '@latchkey/protocol/walletServer'
import type * as v from 'valibot'
import { IconRowButton } from '../../ui/IconRow.tsx'
import { fill } from '../../ui/fill.ts'
import { useMessages } from '../../words/useMessages.ts'
import { formatDuration } from './formatDuration.ts'
import { messages } from './messages.ts'

/** A method of recovery that the account has, as the server lists it. */
export type RecoveryEntry = v.InferOutput<(typeof listRecovery)['result']>['methods'][number]

/** The choice of a recovery method. */
export function RecoveryChoice({
  methods,
  vaultDelay,
  onChoose,
}: {
  methods: readonly RecoveryEntry[]
  /** Milliseconds that the vault waits before it opens; undefined if it does not wait. */
  vaultDelay: number | undefined
  onChoose: (method: RecoveryEntry['method']) => void
}) {
  const words = useMessages(messages)
  const has = (wanted: RecoveryEntry['method']) => methods.some(({ method }) => method === wanted)
  return (
    <>
      <h2 className="screen-heading">{words.heading}</h2>
      <p className="muted small">{words.text}</p>
      {has('passkey') && (
        <IconRowButton
          data-autofocus=""
          icon="passkey"
          title={words.withPasskey}
          detail={words.withPasskeyDetail}
          onClick={() => onChoose('passkey')}
        />
      )}
      {has('password') && (
        <IconRowButton
          data-autofocus=""
          icon="lock"
          title={words.withPassword}
          detail={words.withPasswordDetail}
          onClick={() => onChoose('password')}
        />
      )}
      {has('vault') && (
        <IconRowButton
          icon="vault"
          title={words.withVault}
          detail={
            vaultDelay
              ? fill(words.withVaultDetail, { time: formatDuration(vaultDelay, words) })
              : words.withVaultNow
          }
          onClick={() => onChoose('vault')}
        />
      )}
    </>
  )
}
