import { useKit, useNetwork } from 'latchkey/react'
import { useId } from 'react'
import { useTask } from '../useTask.ts'
import { TaskStatus } from './TaskStatus.tsx'

/** The current network, and buttons that switch to another network. */
export function NetworkChoice() {
  const kit = useKit()
  const { networkId, networks, network } = useNetwork()
  const id = useId()
  const { task, start, stop } = useTask<string, (typeof networks)[number]>(
    async ({ signal }, to) => {
      await kit.switchNetwork({ networkId: to.networkId, signal })
      return to.network.name
    },
    'Allow the change in your wallet.',
  )

  return (
    <>
      <h3 id={id}>Network</h3>
      <div className="presets" role="group" aria-labelledby={id}>
        {networks.map((network) => (
          <button
            key={network.networkId}
            type="button"
            aria-pressed={network.networkId === networkId}
            onClick={() => void start(network)}
          >
            {network.network.name}
          </button>
        ))}
      </div>
      {!network && (
        <p className="hint">Your wallet is on a network that this page does not know.</p>
      )}
      <TaskStatus task={task} onStop={stop} refusal="You are still where you were.">
        {(name) => <p>Now on {name}.</p>}
      </TaskStatus>
    </>
  )
}
