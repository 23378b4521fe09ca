import type { NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { partsOf } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../core/adapterOf.ts'
import type { Kit } from '../../core/kit.ts'
import type { TransactionDescription } from '../../core/pendingTransactions.ts'
import { look } from './provider/provider.ts'
import { isQuantity } from './provider/quantity.ts'

/** What a library asked a wallet to send by eth_sendTransaction, and the wallet's answer, both of any form; `isRemembered` says whether the account is still that of the question. */
type Sent = { params: unknown; hash: unknown; networkId: NetworkId; isRemembered: () => boolean }

/** Follows what a library sent over the kit, as what the kit sends itself. What can not be followed is sent all the same. */
export async function followSent(kit: Kit, { params, hash, networkId, isRemembered }: Sent): Promise<void> {
  if (typeof hash !== 'string') return
  const sent: unknown = look(() => (Array.isArray(params) ? params[0] : undefined), undefined)
  const from = look(() => partsOf(sent)['from'], undefined)
  const description = await describe(kit, sent, networkId).catch(() => undefined)
  if (isRemembered()) await kit.followTransaction({ hash, networkId, description, ...(isEvmAddress(from) && { address: from }) }).catch(() => {})
}

/** As the chain's own code describes a transaction of the kit's; a contract that is made has no recipient. */
async function describe(kit: Kit, sent: unknown, networkId: NetworkId): Promise<TransactionDescription | undefined> {
  const { to, value, data, input = data } = partsOf(sent)
  if (to === undefined || to === null) return { operationType: 'deploy' }
  if (!isEvmAddress(to)) return undefined
  const facet = await adapterOf(kit, 'eip155').load('transactions')
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  return facet?.describe({ to, ...(isQuantity(value) && { value: BigInt(value) }), ...(isHex(input) && { data: input }) }, network)
}

const isHex = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
