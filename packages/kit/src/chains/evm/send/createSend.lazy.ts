import type { EvmTransaction } from '@latchkey/protocol/transaction'
import type {
  TransferPreview,
  SendFacet,
  Simulation,
  Transfer,
} from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { chainOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { callOf } from './callOf.ts'
import type { Call } from './callOf.ts'
import { readFee } from './fees.ts'
import type { EvmFee } from './fees.ts'
import { hasCode } from './hasCode.ts'
import { recentTransfers } from './recentTransfers.ts'
import { revertOf, simulate } from './simulate.ts'

/**
 * Creates the `send` facet of EVM networks. It reads the cost and the effects of a transfer of
 * ether or an ERC-20 token.
 */
export function createSend(kit: Kit): SendFacet {
  return {
    readFee: (transfer) =>
      readFee(chainOf(kit, transfer.networkId, transfer.signal), transfer.from, callOf(transfer)),
    previewTransfer: (transfer) =>
      previewTransfer(chainOf(kit, transfer.networkId, transfer.signal), transfer),
    isContract: ({ address, networkId, signal }) =>
      hasCode(chainOf(kit, networkId, signal), address),
    recentTransfers: ({ account, networkId, tokens, signal }) =>
      recentTransfers(chainOf(kit, networkId, signal), account, tokens),
  }
}

async function previewTransfer(chain: Chain, transfer: Transfer): Promise<TransferPreview> {
  const call = callOf(transfer)
  const [fee, simulation] = await Promise.all([
    readFeeOrRevert(chain, transfer.from, call),
    simulate(chain, transfer, call),
  ])
  if ('status' in fee) return { transaction: call, fee: undefined, simulation: fee }
  // the node has run the transfer to estimate the gas, so it works unless the simulation shows
  // otherwise
  return {
    transaction: { ...call, ...feesOf(fee) },
    fee: fee,
    simulation: simulation.status === 'unknown' ? { status: 'works' } : simulation,
  }
}

/**
 * The fees that the visitor sees, as fields of the transaction. On a network without EIP-1559 only
 * the gas limit is set, and the wallet sets the price.
 */
function feesOf({
  gas,
  max,
  maxPriorityFeePerGas,
}: EvmFee): Pick<EvmTransaction, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  return {
    gas,
    ...(maxPriorityFeePerGas !== undefined && { maxFeePerGas: max, maxPriorityFeePerGas }),
  }
}

/**
 * The fee, or the failed simulation when the transfer would revert.
 * @throws any other error of the node
 */
async function readFeeOrRevert(
  chain: Chain,
  from: string,
  call: Call,
): Promise<EvmFee | Extract<Simulation, { status: 'fails' }>> {
  try {
    return await readFee(chain, from, call)
  } catch (error) {
    const revert = KitError.is(error) ? revertOf(error) : undefined
    if (revert?.status !== 'fails') throw error
    return revert
  }
}
