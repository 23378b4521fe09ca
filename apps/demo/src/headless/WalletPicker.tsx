import { useConnect, useWallets } from 'latchkey/react'
import { TaskStatus } from '../cards/TaskStatus.tsx'
import { useTask } from '../useTask.ts'

/** A button for each installed wallet. */
export function WalletPicker() {
  const wallets = useWallets().filter(({ type }) => type !== 'walletConnect')
  const connect = useConnect()
  const { task, start, stop } = useTask(
    ({ signal }, connectorId: string) => connect({ connectorId, signal }),
    'Look at your wallet.',
  )
  if (wallets.length === 0) return <p className="hint">None is installed.</p>
  return (
    <>
      <ul className="picks">
        {wallets.map(({ id, name, icon }) => (
          <li key={id}>
            <button type="button" className="secondary" onClick={() => void start(id)}>
              {icon && <img src={icon} alt="" width={24} height={24} />}
              {name}
            </button>
          </li>
        ))}
      </ul>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was shared.">
        {() => <p>Connected.</p>}
      </TaskStatus>
    </>
  )
}
