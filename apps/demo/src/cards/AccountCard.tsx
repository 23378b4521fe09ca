import { useAccount, useDisconnect } from 'latchkey/react'
import { Card } from './Card.tsx'
import { BalanceList } from './BalanceList.tsx'
import { NetworkChoice } from './NetworkChoice.tsx'
import { SignInState } from './SignInState.tsx'
import { TaskStatus } from './TaskStatus.tsx'
import { useTask } from '../useTask.ts'

/** The connected account, its balances and its network. */
export function AccountCard() {
  const account = useAccount()
  const disconnect = useDisconnect()
  const { task, start, stop } = useTask<void>(disconnect, 'Telling your wallet.')

  return (
    <Card
      title="Your account"
      lead="What this page sees of your wallet. Nothing else."
      calls="useAccount() useBalances() useNetwork()"
    >
      {account.status === 'connecting' && <p className="hint">Connecting…</p>}
      {account.status === 'disconnected' && (
        <p className="hint">Not connected. A page sees nothing of a wallet before you let it.</p>
      )}
      {'account' in account && (
        <>
          <h3>Address</h3>
          <p className="mono address">{account.account.address}</p>
          <h3>Balance</h3>
          <BalanceList />
          <SignInState />
        </>
      )}
      <NetworkChoice />
      {'account' in account && (
        <button type="button" className="secondary" onClick={() => void start()}>
          Disconnect
        </button>
      )}
      <TaskStatus task={task} onStop={stop} refusal="You are still connected.">
        {() => <p>Disconnected.</p>}
      </TaskStatus>
    </Card>
  )
}
