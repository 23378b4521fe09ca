import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import type { Chain } from '../chain/chain.ts'
import { isAlive } from '../chain/checkLifetime.ts'
import { feeOf } from '../chain/fees.ts'
import { slotLimits } from '../chain/slots.ts'
import { readBase64 } from '../wire/base.ts'
import { readMessage, type Message } from '../wire/readTransaction.ts'
import { WireError } from '../wire/reader.ts'
import { commitmentOf, inContext, method, type Method } from './method.ts'
import { address, atPlace } from './params.ts'
import { RpcError } from './rpcError.ts'

/** The maximum number of addresses in a request for recent fees, and of characters of a message. */
const limits = { addresses: 128, text: 1_644 }

/** Methods about transaction fees. */
export const feeMethods: Record<string, Method> = {
  getFeeForMessage: method(v.tuple([v.string(), atPlace]), (chain, [text, place]) => {
    const commitment = commitmentOf(chain, place)
    const message = readFrom(text)
    // null: a message whose blockhash is too old has no fee
    return inContext(
      chain,
      commitment,
      isAlive(chain, message, commitment) ? feeOf(message).total : null,
    )
  }),
  getRecentPrioritizationFees: method(
    v.tuple([
      v.nullish(
        listOf(address, limits.addresses, `Too many inputs provided; max ${limits.addresses}`),
      ),
    ]),
    (chain, [addresses]) => {
      const last = chain.slots.open().number
      const first = Math.max(0, last - slotLimits.validity + 1)
      return Array.from({ length: last - first + 1 }, (_, index) => ({
        slot: first + index,
        prioritizationFee: lowestPrice(chain, first + index, addresses ?? []),
      }))
    },
  ),
}

/** The lowest price in a slot of the transactions that lock one of the addresses. */
function lowestPrice({ history }: Chain, slot: number, addresses: readonly string[]): bigint {
  const prices = history
    .ofSlot(slot)
    .filter(
      ({ locks }) => addresses.length === 0 || addresses.some((address) => locks.includes(address)),
    )
    .map(({ unitPrice }) => unitPrice)
  return prices.reduce((lowest, price) => (price < lowest ? price : lowest), prices[0] ?? 0n)
}

function readFrom(text: string): Message {
  const bytes = text.length <= limits.text ? readBase64(text) : undefined
  if (!bytes) throw new RpcError('invalidParams', 'invalid base64 encoding')
  try {
    return readMessage(bytes)
  } catch (error) {
    if (error instanceof WireError)
      throw new RpcError(
        'invalidParams',
        `failed to deserialize solana_message::VersionedMessage: ${error.message}`,
      )
    throw error
  }
}
