import { serve, type Listening, type ServeOptions } from '@latchkey/server/serve'
import { freePorts } from '../../ports.ts'

/** How often two adjacent free ports are tried, and the highest port that has a next port. */
const limits = { attempts: 20, highest: 65_534 }

/** When the chain closes, running requests have this many milliseconds to end. */
const drain = 500

/**
 * Listens on a port and on the next port, where clients expect WebSockets. Uses `port` if possible;
 * 0 means any port.
 */
export async function listenTwice(
  port: number,
  options: Omit<ServeOptions, 'port' | 'host' | 'fallback'>,
): Promise<{ urls: { url: string; socketUrl: string }; close: () => Promise<void> }> {
  for (let attempt = 0, wanted = port; attempt < limits.attempts; attempt += 1, wanted = 0) {
    const [free = 0] = wanted === 0 ? await freePorts(1) : [wanted]
    const pair = free <= limits.highest ? await openPair(free, options) : undefined
    if (!pair) continue
    const [http, socket] = pair
    return {
      urls: { url: http.url, socketUrl: socket.url.replace('http:', 'ws:') },
      close: async () => void (await Promise.all(pair.map((server) => server.close({ drain })))),
    }
  }
  throw new Error('This machine has no two free ports beside each other.')
}

async function openPair(
  port: number,
  options: Omit<ServeOptions, 'port'>,
): Promise<readonly [Listening, Listening] | undefined> {
  const results = await Promise.allSettled([
    serve({ ...options, port }),
    serve({ ...options, port: port + 1 }),
  ])
  const [first, second] = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  if (first && second) return [first, second]
  await first?.close({ drain: 0 })
  for (const result of results)
    if (result.status === 'rejected' && !isTaken(result.reason)) throw result.reason
  return undefined
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EACCES')
  )
}
