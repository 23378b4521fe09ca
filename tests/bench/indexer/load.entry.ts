/**
 * The clients of a bench, in a process of their own: what they cost does not slow another part of
 * the bench. Ends with its parent.
 */
import { requestLoad } from './requestLoad.ts'

/** A request to the process: the address of each request, in order. */
export type LoadRequest = { addresses: readonly string[]; clients: number }
/** A message of the process. */
export type LoadMessage = 'ready' | { perSecond: number }

/** Time limit of an answer in milliseconds. */
const limit = 60_000

const send = (message: LoadMessage) => process.send?.(message)
const { signal } = new AbortController()

process.on('disconnect', () => process.exit(0))
process.on('message', ({ addresses, clients }: LoadRequest) => {
  let sent = 0
  const address = () => addresses[sent++] ?? ''
  requestLoad({ count: addresses.length, clients, address, limit, signal }).then(
    ({ perSecond }) => send({ perSecond }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
send('ready')
