import { isPublicLink } from '@latchkey/protocol/links'
import { partsOf } from '@latchkey/protocol/isObject'
import type { CcipRequestParameters, Hex } from 'viem'
import { kitError } from '../../../../core/errors/errors.ts'
import { requestJson } from '../../../../core/http/http.ts'
import type { Kit } from '../../../../core/kit/kit.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** Limits of a lookup: the number of requests to servers, and the characters of an answer. */
const limits = { requests: 8, answer: 128 * 1024 }

/** Thrown when no server has answered. The lookup then finds no name. */
class OffchainError extends Error {
  override readonly name = 'OffchainError'
}

/**
 * Creates the function by which viem requests the servers that contracts name, for one lookup. It
 * requests only https servers on the internet, each once, at most `limits.requests`. Source:
 * EIP-3668
 */
export function createOffchain(
  kit: Kit,
  signal: AbortSignal | undefined,
): (request: CcipRequestParameters) => Promise<Hex> {
  const context = contextOf(kit)
  let requests = 0
  return async ({ data, sender, urls }) => {
    for (const template of urls) {
      const url = template.replace('{sender}', sender.toLowerCase()).replace('{data}', data)
      if (!isPublicLink(template.replace('{sender}', '').replace('{data}', ''))) continue
      if (++requests > limits.requests) break
      const isGet = template.includes('{data}')
      const answer = await requestJson(context, {
        method: isGet ? 'GET' : 'POST',
        url,
        ...(!isGet && { body: { data, sender }, contentType: 'application/json' as const }),
        retries: 0,
        signal,
      }).catch((error: unknown) => {
        if (KitError.is(error, 'requestAborted')) throw error
        return undefined // the next server may answer
      })
      const { data: responseData } = partsOf(answer)
      if (isHex(responseData)) return responseData
    }
    if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
    throw new OffchainError('No server that the name leads to has an answer')
  }
}

const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && value.length <= limits.answer && /^0x(?:[\da-f]{2})*$/i.test(value)
