import { useKit, useKitState } from 'latchkey/react'
import { shortAddress } from '../amounts.ts'
import { useTask } from '../useTask.ts'
import { Card } from './Card.tsx'
import { kinds } from './kinds.ts'
import type { Kind } from './kinds.ts'
import { TaskStatus } from './TaskStatus.tsx'

const numbers = ['no', 'one', 'two', 'three', 'four'] as const

/** The connected accounts, one of each kind of chain. One of them is in use. */
export function KindsCard({ namespaces }: { namespaces: readonly Kind[] }) {
  return (
    <Card
      title="Side by side"
      lead={`One page, ${numbers[namespaces.length]} kinds of account. Any may be in use, and leaves the others alone.`}
      calls="kit.connect({ namespace }) kit.switchConnection()"
    >
      <ul className="balances">
        {namespaces.map((namespace) => (
          <li key={namespace}>
            <KindRow namespace={namespace} name={kinds[namespace]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function KindRow({ namespace, name }: { namespace: Kind; name: string }) {
  const kit = useKit()
  const session = useKitState(({ sessions }) => sessions[namespace])
  const isInUse = useKitState((state) => state.namespace) === namespace
  const current = session && 'current' in session ? session.current : undefined
  const { task, start, stop } = useTask<void>(async ({ signal }) => {
    if (current) await kit.switchConnection({ connectorId: current.connectorId, namespace })
    else await kit.connect({ namespace, signal })
  }, 'Waiting for your wallet.')
  const leave = useTask<void>(async () => {
    if (current) await kit.disconnect({ connectorId: current.connectorId, namespace })
  }, 'Telling your wallet.')

  return (
    <>
      <span>
        {name}
        <br />
        <span className="hint mono">
          {current ? shortAddress(current.accounts[0]?.address ?? '') : 'Not connected'}
        </span>
        <TaskStatus task={task} onStop={stop} refusal="Nothing has changed.">
          {() => null}
        </TaskStatus>
      </span>
      <span className="presets" role="group" aria-label={name}>
        <button
          type="button"
          aria-pressed={current !== undefined && isInUse}
          onClick={() => void start()}
        >
          {!current ? 'Connect' : isInUse ? 'In use' : 'Use'}
        </button>
        {current && (
          <button type="button" onClick={() => void leave.start()}>
            Leave
          </button>
        )}
      </span>
    </>
  )
}
