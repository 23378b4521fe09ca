import { useEffect, useState } from 'react'
import { readDevnet } from './readDevnet.ts'
import type { ComingChain } from './readDevnet.ts'

/** Milliseconds between two questions to the devnet. */
const pause = 3_000

const enumerated = new Intl.ListFormat('en')

/**
 * Says which chains of the devnet are still starting. When they have started, it offers to load the
 * page again, so that nothing changes under the visitor's hands.
 */
export function Coming({ chains }: { chains: readonly ComingChain[] }) {
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting')
  useEffect(() => {
    if (state !== 'starting') return
    const controller = new AbortController()
    const ask = async () => {
      const devnet = await readDevnet(controller.signal).catch(() => undefined) // asked again
      if (!devnet || devnet.coming.length > 0 || controller.signal.aborted) return
      const isThere = chains.every(({ networkId }) =>
        devnet.networks.some((network) => network.networkId === networkId),
      )
      setState(isThere ? 'ready' : 'failed')
    }
    const timer = setInterval(() => void ask(), pause)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [state, chains])

  const names = enumerated.format(chains.map(({ name }) => name))
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
