import { Agent, request } from 'node:http'
import { createStopwatch, type Bystander } from '../bystander.ts'
import { honestChain } from './chains.ts'

/** Milliseconds between two requests. */
const pause = 50
/** Time limit of a request, in milliseconds. */
const limit = 30_000

const requests: readonly { method: string; path: string; body?: string }[] = [
  { method: 'GET', path: '/health' },
  {
    method: 'POST',
    path: `/v1?chainId=${honestChain}`,
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}',
  },
  { method: 'GET', path: '/getWallets?entries=20' },
  { method: 'GET', path: '/v1/supported-chains' },
]

/**
 * An honest client that requests the API's health, wallets, and a node through the API. It sends a
 * request every 50 ms, even while earlier requests are pending.
 */
export async function startApiBystander({
  url,
  pid,
}: {
  url: string
  pid: number
}): Promise<Bystander> {
  const stopwatch = createStopwatch(pid)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let answered = 0
  let isOver = false
  let turn = 0

  function send({ method, path, body }: (typeof requests)[number]): void {
    const end = stopwatch.start()
    const message = request(
      `${url}${path}`,
      {
        method,
        agent,
        timeout: limit,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' } }),
      },
      (response) => {
        response.resume()
        response.once('close', () => {
          answered += 1
          end(
            response.statusCode === 200 && response.complete ? undefined : `${response.statusCode}`,
          )
        })
      },
    )
    message.once('timeout', () => message.destroy())
    message.once(
      'error',
      (error) => !isOver && end('code' in error ? String(error.code) : error.name),
    )
    message.end(body)
  }

  const beat = setInterval(() => {
    const next = requests[(turn += 1) % requests.length]
    if (next) send(next)
  }, pause)
  return {
    ...stopwatch,
    async end() {
      isOver = true
      clearInterval(beat)
      agent.destroy()
      return { answered, lost: 0 }
    },
  }
}
