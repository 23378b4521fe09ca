import { useEffect, useState } from 'react'
import { kinds } from './cards/kinds.ts'
import { readDevnet } from './readDevnet.ts'

/** Milliseconds between two questions to the devnet. */
const pause = 3_000

const enumerated = new Intl.ListFormat('en')

/**
 * Says which chains of the devnet are still starting. When they have started, it offers to load the
 * page again, so that nothing changes under the visitor's hands.
 */
export function Coming({ networkIds }: { networkIds: readonly string[] }) {
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting')
  useEffect(() => {
    if (state !== 'starting') return
    const controller = new AbortController()
    const ask = async () => {
      const devnet = await readDevnet(controller.signal).catch(() => undefined) // asked again
      if (!devnet || devnet.coming.length > 0 || controller.signal.aborted) return
      const isThere = devnet.networks.some(({ networkId }) => networkIds.includes(networkId))
      setState(isThere ? 'ready' : 'failed')
    }
    const timer = setInterval(() => void ask(), pause)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [state, networkIds])

  const names = enumerated.format(networkIds.map(nameOf))
  return (
    <p role="status">
      {state === 'starting' && `${names} is still starting.`}
      {state === 'failed' && `${names} did not start: the terminal says why.`}
      {state === 'ready' && (
        <>
          {names} has started.{' '}
          <button type="button" className="secondary" onClick={() => location.reload()}>
            Show it
          </button>
        </>
      )}
    </p>
  )
}

function nameOf(networkId: string): string {
  const [namespace = ''] = networkId.split(':')
  return Object.entries(kinds).find(([known]) => known === namespace)?.[1] ?? networkId
}
