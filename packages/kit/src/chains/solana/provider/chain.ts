import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../../core/accounts/adapterOf.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { readBase64 } from '@latchkey/protocol/base64'

/**
 * The parameter for reads at the commitment `confirmed`: most of the network has voted for the
 * block, which is hardly ever reverted.
 */
export const confirmed = { commitment: 'confirmed' } as const

/** The maximum number of bytes of an account. A mint or a token account has a few hundred bytes. */
const maxAccountBytes = 16_384

/** An account in a node's answer. */
export type AccountInfo = { lamports: bigint; owner: string; isProgram: boolean; data: Uint8Array }

/** Sends requests to the nodes of one network. */
export type Chain = {
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /**
   * Reads the accounts at these addresses. Undefined for an address without an account.
   * @throws KitError answerInvalid; the node's errors
   */
  accounts(addresses: readonly string[]): Promise<readonly (AccountInfo | undefined)[]>
}

/**
 * Creates the sender of requests to a network's nodes. The requests go through the kit's adapter.
 */
export function chainOf(kit: Kit, networkId: NetworkId, signal?: AbortSignal): Chain {
  const adapter = adapterOf(kit, 'solana')
  const request: Chain['request'] = (method, params) =>
    adapter.request({ method, params, networkId, ...(signal && { signal }) })
  return {
    request,
    async accounts(addresses) {
      const list = valueOf(
        await request('getMultipleAccounts', [addresses, { ...confirmed, encoding: 'base64' }]),
      )
      if (!Array.isArray(list) || list.length !== addresses.length) throw kitError('answerInvalid')
      return list.map(readAccount)
    },
  }
}

/** The field `value` of a node's answer. The answer's other field, `context`, has the slot. */
export const valueOf = (answer: unknown): unknown => partsOf(answer)['value']

/**
 * The slot that a node's answer reports.
 * @throws KitError answerInvalid
 */
export const slotOf = (answer: unknown): bigint =>
  wholeOf(partsOf(partsOf(answer)['context'])['slot'])

/**
 * Reads a whole number that is not negative. Nodes send numbers without quotes, so a number above
 * 2^53 is not exact, and is refused.
 * @throws KitError answerInvalid
 */
export function wholeOf(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw kitError('answerInvalid')
  return BigInt(value)
}

/**
 * Reads an account in a node's answer. Undefined for null: the account does not exist.
 * @throws KitError answerInvalid for an answer of another form
 */
export function readAccount(value: unknown): AccountInfo | undefined {
  if (value === null) return undefined
  const { lamports, owner, executable, data } = partsOf(value)
  const [text, encoding] = Array.isArray(data) ? (data as readonly unknown[]) : []
  const bytes = text === '' ? new Uint8Array() : readBase64(text, maxAccountBytes)
  if (typeof owner !== 'string' || encoding !== 'base64' || !bytes) throw kitError('answerInvalid')
  return { lamports: wholeOf(lamports), owner, isProgram: executable === true, data: bytes }
}
