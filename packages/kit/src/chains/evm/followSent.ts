import type { NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { partsOf } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { TransactionDescription } from '../../core/transactions/pendingTransactions.ts'
import { readSafely } from './provider/provider.ts'
import { isHash, isQuantity } from './provider/quantity.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The parameters of a library's eth_sendTransaction and the wallet's answer, both unchecked.
 * `isRemembered` tells whether the request's account is still connected.
 */
type Sent = { params: unknown; hash: unknown; networkId: NetworkId; isRemembered: () => boolean }

/**
 * Follows a transaction that a library sent through the kit, as if the kit had sent it. With an
 * invalid hash it is not followed. Never throws.
 */
export async function followSent(
  kit: Kit,
  { params, hash, networkId, isRemembered }: Sent,
): Promise<void> {
  if (!isHash(hash)) return
  const sent: unknown = readSafely(() => (Array.isArray(params) ? params[0] : undefined), undefined)
  const from = readSafely(() => partsOf(sent)['from'], undefined)
  const description = await describe(kit, sent, networkId).catch(() => undefined)
  if (isRemembered())
    await kit
      .followTransaction({
        hash,
        networkId,
        description,
        ...(isEvmAddress(from) && { address: from }),
      })
      .catch(() => {}) // the library has its answer; a transaction that is not followed is no error to it
}

/** Describes the transaction. A transaction without a recipient deploys a contract. */
async function describe(
  kit: Kit,
  sent: unknown,
  networkId: NetworkId,
): Promise<TransactionDescription | undefined> {
  const { to, value, data, input = data } = partsOf(sent)
  if (to === undefined || to === null) return { operationType: 'deploy' }
  if (!isEvmAddress(to)) return undefined
  const facet = await adapterOf(kit, 'eip155').load('transactions')
  const network = contextOf(kit).networks.find((entry) => entry.networkId === networkId)?.network
  return facet?.describe(
    {
      to,
      ...(isQuantity(value) && { value: BigInt(value) }),
      ...(isHex(input) && { data: input }),
    },
    network,
  )
}

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
