import type { CcipRequestParameters, Hex } from 'viem'
import * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { createFetch } from '@latchkey/server/createFetch'
import { AddressError } from '@latchkey/server/publicAddresses'
import { TooLargeError } from '@latchkey/server/readLimited'
import { NodesError } from '../providers/nodes.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'

/**
 * Limits of the lookup of one name. `requests`: to servers. `milliseconds`: of one request;
 * `inAll`: of all requests together. `address`: characters of a URL. `bytes`: of one answer.
 */
const max = { requests: 8, milliseconds: 5_000, inAll: 10_000, address: 8_192, bytes: 64 * 1024 }
const answer = v.object({
  data: v.pipe(
    v.string(),
    v.regex(/^0x(?:[0-9a-f]{2})*$/i),
    v.transform((text) => text as Hex),
  ),
}) // the pattern has just matched

/** The lookup of a name needs more requests to servers than are allowed, or all servers refuse. */
class OffchainLimitError extends Error {
  override readonly name = 'OffchainLimitError'
}

/**
 * Makes the function with which viem calls servers for the lookup of one name. The contracts of the
 * name have chosen these servers. Source: EIP-3668
 * @param options.fetch calls URLs that third parties have chosen
 */
export function createOffchain({
  fetch,
  signal,
}: {
  fetch: ReturnType<typeof createFetch>
  signal: AbortSignal
}): (request: CcipRequestParameters) => Promise<Hex> {
  let requests = 0
  let until: number | undefined

  async function requestServer(
    template: string,
    sender: string,
    data: string,
  ): Promise<Hex | undefined> {
    const milliseconds = Math.min(
      max.milliseconds,
      (until ??= performance.now() + max.inAll) - performance.now(),
    )
    if ((requests += 1) > max.requests || milliseconds <= 0)
      throw new OffchainLimitError('The name leads to too many servers')
    const url = template.replace('{sender}', evmKey(sender)).replace('{data}', data)
    const address = url.length > max.address + template.length ? undefined : readUrl(url)
    if (!address) return undefined
    const isGet = template.includes('{data}')
    const { status, body } = await fetch(address, {
      ...(!isGet && {
        method: 'POST',
        body: JSON.stringify({ data, sender }),
        headers: { 'content-type': 'application/json' },
      }),
      bytes: max.bytes,
      milliseconds,
      signal,
    })
    if (status >= 500) throw new NodesError('A server that a name leads to failed')
    return status === 200
      ? readShape(answer, readJson(body, { bytes: max.bytes, depth: 4, values: 100 })).data
      : undefined
  }

  /** @throws NodesError when a server does not answer; OffchainLimitError; the signal's reason */
  return async ({ data, sender, urls }) => {
    let failure: unknown
    for (const url of urls) {
      try {
        const found = await requestServer(url, sender, data)
        if (found !== undefined) return found
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof OffchainLimitError) throw error
        // An invalid answer counts as a refusal of the server. Without an answer the name may still
        // be valid.
        if (
          !(
            error instanceof AddressError ||
            error instanceof TooLargeError ||
            error instanceof BorderError
          )
        )
          failure = error
      }
    }
    if (failure !== undefined)
      throw new NodesError('The servers that a name leads to did not answer', { cause: failure })
    throw new OffchainLimitError('No server that a name leads to has an answer')
  }
}
