import { listRecovery } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { IconRowButton } from '../../ui/IconRow.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import { formatDuration } from './formatDuration.ts'
import { messages } from './messages.ts'
import { WithPasskey } from './WithPasskey.tsx'
import { WithPassword } from './WithPassword.tsx'
import { WithVault } from './WithVault.tsx'
import { useMessages } from '../../words/useMessages.ts'

/** An account without a share on this browser. */
type Params = { addresses: WalletAddresses; userId: string }

type RecoveryMethod = 'passkey' | 'password' | 'vault'

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
  const [chosen, setChosen] = useState<RecoveryMethod>()
  const methods = loaded.status === 'done' ? loaded.value : []
  const find = (way: RecoveryMethod) => methods.find(({ method }) => method === way)
  const [passkey, password, vault] = [find('passkey'), find('password'), find('vault')]
  const hasChoice = methods.length > 1
  // an earlier request to the vault continues
  const way =
    chosen ??
    (vault && vault.readyAt !== null ? 'vault' : hasChoice ? undefined : methods[0]?.method)
  const done = () => settle(params.addresses)
  const back = hasChoice && way !== undefined ? { onBack: () => setChosen(undefined) } : {}
  const vaultTime = wallet.settings.vaultDelay

  return (
    <GuardedScreen
      title={words.title}
      step={way}
      waiting={waiting}
      onClose={() => refuse()}
      {...back}
    >
      {loaded.status === 'loading' && <ListSkeleton />}
      {loaded.status === 'failed' && (
        <>
          <Alert level="warning" title={words.failedTitle}>
            {words.failedText}
          </Alert>
          <Button onClick={loaded.retry}>{words.retry}</Button>
        </>
      )}
      {loaded.status === 'done' && methods.length === 0 && (
        <Alert level="warning" title={words.noneTitle}>
          {words.noneText}
        </Alert>
      )}
      {hasChoice && way === undefined && (
        <>
          <h2 className="screen-heading">{words.heading}</h2>
          <p className="muted small">{words.text}</p>
          {passkey && (
            <IconRowButton
              data-autofocus=""
              icon="passkey"
              title={words.withPasskey}
              detail={words.withPasskeyDetail}
              onClick={() => setChosen('passkey')}
            />
          )}
          {password && (
            <IconRowButton
              data-autofocus=""
              icon="lock"
              title={words.withPassword}
              detail={words.withPasswordDetail}
              onClick={() => setChosen('password')}
            />
          )}
          {vault && (
            <IconRowButton
              icon="vault"
              title={words.withVault}
              detail={
                vaultTime
                  ? fill(words.withVaultDetail, { time: formatDuration(vaultTime, words) })
                  : words.withVaultNow
              }
              onClick={() => setChosen('vault')}
            />
          )}
        </>
      )}
      {way === 'passkey' && passkey && (
        <WithPasskey
          wallet={wallet}
          addresses={params.addresses}
          setId={passkey.setId}
          salt={passkey.salt ?? ''}
          credentialId={passkey.credentialId ?? ''}
          hasOther={hasChoice}
          onDone={done}
        />
      )}
      {way === 'password' && password && (
        <WithPassword
          wallet={wallet}
          addresses={params.addresses}
          setId={password.setId}
          salt={password.salt ?? ''}
          onDone={done}
        />
      )}
      {way === 'vault' && vault && (
        <WithVault
          wallet={wallet}
          {...params}
          setId={vault.setId}
          readyAt={vault.readyAt}
          onDone={done}
          onLater={() => refuse()}
        />
      )}
    </GuardedScreen>
  )
}
