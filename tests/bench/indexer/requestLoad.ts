import { Agent, get } from 'node:http'

/** The result of a load: answers a second, and the milliseconds of each answer. */
export type Load = { perSecond: number; milliseconds: readonly number[] }

/**
 * Sends `count` requests. Each of `clients` clients sends its next request as soon as its last is
 * answered, on a connection that stays open. It uses Node's own client, because a client that takes
 * longer than the server would measure itself.
 * @param options.address returns the address of each request
 * @param options.limit time limit of an answer, in milliseconds
 * @throws for an answer that is not 200, and the signal's reason
 */
export async function requestLoad({
  count,
  clients,
  address,
  limit,
  signal,
}: {
  count: number
  clients: number
  address: () => string
  limit: number
  signal: AbortSignal
}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, timeout: limit })
  const milliseconds: number[] = []
  let sent = 0
  const client = async () => {
    while (sent < count) {
      signal.throwIfAborted()
      sent += 1
      const since = performance.now()
      await answered(address(), agent)
      milliseconds.push(performance.now() - since)
    }
  }
  const began = performance.now()
  try {
    await Promise.all(Array.from({ length: clients }, client))
  } finally {
    agent.destroy()
  }
  return { perSecond: (count / (performance.now() - began)) * 1_000, milliseconds }
}

function answered(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${response.statusCode} was answered to ${address}`))
      })
    })
    request.on('timeout', () => request.destroy(new Error(`${address} was not answered in time`)))
    request.on('error', reject)
  })
}
