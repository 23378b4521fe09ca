/**
 * Sends `count` requests, and returns the milliseconds that each took. Each of `clients` clients
 * sends its next request as soon as its last request is answered.
 * @param options.address returns the address of a request by its number, from 0
 * @param options.body returns the body of a POST by the number of the request. @default requests
 *   are GET
 * @param options.limit time limit of an answer, in milliseconds. @default 10000
 * @throws for an answer that is not 200, and the signal's reason
 */
export async function latencies({
  count,
  clients,
  address,
  body = () => undefined,
  limit = 10_000,
  signal,
}: {
  count: number
  clients: number
  address: (index: number) => string
  body?: (index: number) => string | undefined
  limit?: number
  signal: AbortSignal
}): Promise<readonly number[]> {
  const durations: number[] = []
  let next = 0
  const client = async () => {
    while (next < count) {
      const index = next++
      durations.push(await timeOf(address(index), body(index), limit, signal))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return durations
}

async function timeOf(
  address: string,
  body: string | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<number> {
  const began = performance.now()
  const response = await fetch(address, {
    ...(body !== undefined && { method: 'POST', body }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
  })
  const answer = await response.arrayBuffer()
  if (response.status !== 200)
    throw new Error(
      `The API answered ${response.status} to ${address}: ${Buffer.from(answer).toString().slice(0, 200)}`,
    )
  return performance.now() - began
}
