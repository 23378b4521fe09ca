import { listRecovery } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import { RecoveryChoice } from './RecoveryChoice.tsx'
import type { RecoveryEntry } from './RecoveryChoice.tsx'
import { WithPasskey } from './WithPasskey.tsx'
import { WithPassword } from './WithPassword.tsx'
import { WithVault } from './WithVault.tsx'

/** An account without a share on this browser. */
type Params = { addresses: WalletAddresses; userId: string }

/** Asks for the method of recovery, and recovers the keys in this browser. */
export default function RecoverView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<Params, WalletAddresses>) {
  const words = useMessages(messages)
  const loaded = useLoaded((signal) =>
    wallet.server
      .call(listRecovery, {}, { signal })
      .then(({ methods }) =>
        methods.filter(({ method, salt }) => method === 'vault' || salt !== null),
      ),
  )
  const [chosen, setChosen] = useState<RecoveryEntry['method']>()
  const methods = loaded.status === 'done' ? loaded.value : []
  const hasChoice = methods.length > 1
  const method = chosen ?? onlyMethodOf(methods)
  const entry = methods.find((one) => one.method === method)
  const back = hasChoice && method !== undefined ? { onBack: () => setChosen(undefined) } : {}
  return (
    <GuardedScreen
      title={words.title}
      step={method}
      waiting={waiting}
      onClose={() => refuse()}
      {...back}
    >
      {loaded.status === 'loading' && <ListSkeleton />}
      {loaded.status === 'failed' && <LoadFailed onRetry={loaded.retry} />}
      {loaded.status === 'done' && methods.length === 0 && (
        <Alert level="warning" title={words.noneTitle}>
          {words.noneText}
        </Alert>
      )}
      {hasChoice && method === undefined && (
        <RecoveryChoice
          methods={methods}
          vaultDelay={wallet.settings.vaultDelay}
          onChoose={setChosen}
        />
      )}
      {entry && (
        <WithMethod
          wallet={wallet}
          params={params}
          entry={entry}
          hasOther={hasChoice}
          onDone={() => settle(params.addresses)}
          onLater={() => refuse()}
        />
      )}
    </GuardedScreen>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const words = useMessages(messages)
  return (
    <>
      <Alert level="warning" title={words.failedTitle}>
        {words.failedText}
      </Alert>
      <Button onClick={onRetry}>{words.retry}</Button>
    </>
  )
}

/**
 * The method to use without a choice. An earlier request to the vault continues, so the vault is
 * then the only method.
 */
function onlyMethodOf(methods: readonly RecoveryEntry[]): RecoveryEntry['method'] | undefined {
  if (methods.some(({ method, readyAt }) => method === 'vault' && readyAt !== null)) return 'vault'
  return methods.length === 1 ? methods[0]?.method : undefined
}

type MethodProps = {
  wallet: Wallet
  params: Params
  entry: RecoveryEntry
  hasOther: boolean
  onDone: () => void
  onLater: () => void
}

/** Recovers by one method. */
function WithMethod({ wallet, params, entry, hasOther, onDone, onLater }: MethodProps) {
  const { method, setId, salt, credentialId, readyAt } = entry
  const common = { wallet, addresses: params.addresses, setId, onDone }
  if (method === 'passkey')
    return (
      <WithPasskey
        {...common}
        salt={salt ?? ''}
        credentialId={credentialId ?? ''}
        hasOther={hasOther}
      />
    )
  if (method === 'password') return <WithPassword {...common} salt={salt ?? ''} />
  return <WithVault {...common} userId={params.userId} readyAt={readyAt} onLater={onLater} />
}
