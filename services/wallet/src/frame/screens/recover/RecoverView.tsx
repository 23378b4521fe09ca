import { listRecovery } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { RowButton } from '../../ui/Row.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import { formatDuration } from './formatDuration.ts'
import { messages } from './messages.ts'
import { WithPassword } from './WithPassword.tsx'
import { WithVault } from './WithVault.tsx'

/** An account without a share on this browser. */
type Params = { addresses: WalletAddresses; userId: string }

/** Asks how the keys shall come to this browser, and brings them. */
export default function RecoverView({ wallet, params, settle, refuse, waiting }: SceneProps<Params, WalletAddresses>) {
  const loaded = useLoaded((signal) => wallet.server.call(listRecovery, {}, { signal }).then(({ methods }) => ({
    password: methods.find(({ method, salt }) => method === 'password' && salt !== null),
    vault: methods.find(({ method }) => method === 'vault'),
  })))
  const [chosen, setChosen] = useState<'password' | 'vault'>()
  const { password, vault } = loaded.status === 'done' ? loaded.value : {}
  const hasChoice = password !== undefined && vault !== undefined
  // a vault that was asked before goes on
  const method = chosen ?? (hasChoice && vault.readyAt === null ? undefined : vault && (!password || vault.readyAt !== null) ? 'vault' : password && 'password')
  const done = () => settle(params.addresses)
  const back = hasChoice && method !== undefined ? { onBack: () => setChosen(undefined) } : {}
  const vaultTime = wallet.settings.vaultDelay

  return (
    <Screen title={messages.title} waiting={waiting} onClose={() => refuse()} {...back}>
      {loaded.status === 'loading' && <p className="screen-loading"><span className="skeleton" /></p>}
      {loaded.status === 'failed' && (
        <>
          <Alert level="warning" title={messages.failedTitle}>{messages.failedText}</Alert>
          <Button onClick={loaded.retry}>{messages.retry}</Button>
        </>
      )}
      {loaded.status === 'done' && !password && !vault && <Alert level="warning" title={messages.noneTitle}>{messages.noneText}</Alert>}
      {hasChoice && method === undefined && (
        <>
          <h2 className="screen-heading">{messages.heading}</h2>
          <p className="muted small">{messages.text}</p>
          <RowButton data-autofocus="" icon="lock" title={messages.withPassword} detail={messages.withPasswordDetail} onClick={() => setChosen('password')} />
          <RowButton icon="vault" title={messages.withVault} detail={vaultTime ? fill(messages.withVaultDetail, { time: formatDuration(vaultTime) }) : messages.withVaultNow} onClick={() => setChosen('vault')} />
        </>
      )}
      {method === 'password' && password && <WithPassword wallet={wallet} addresses={params.addresses} setId={password.setId} salt={password.salt ?? ''} onDone={done} />}
      {method === 'vault' && vault && <WithVault wallet={wallet} {...params} setId={vault.setId} readyAt={vault.readyAt} onDone={done} onLater={() => refuse()} />}
    </Screen>
  )
}
