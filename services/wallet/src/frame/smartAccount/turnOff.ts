import type { Address } from '../approve/decode/Effect.ts'
import { layerFeeOf, withMargin } from '../approve/transaction/estimate.ts'
import type { Cost } from '../approve/transaction/estimate.ts'
import { askMarket, maxPerGas, usualPrice } from '../approve/transaction/priceOf.ts'
import { askQuantity } from '../rpc/askNode.ts'
import { prepareVault } from '../rpc/prepareVault.ts'
import { subjectOf } from '../rpc/sentTransactions.ts'
import { signAndSend } from '../rpc/signAndSend.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { writeNetworkChoice } from './choices.ts'

/** Units of gas of an authorisation, at most. EIP-7702 */
const authorizationGas = 25_000n

/** What it costs to remove the code of a smart account, in wei. */
export type TurnOffCost = { cost: Cost; fee: bigint; balance: bigint }

/** The transaction that removes the code: to the account itself, with nothing in it. */
const transactionOf = (address: Address) => ({ to: address, value: 0n, data: '0x' as const })

/**
 * Estimates the transaction that removes the code of a smart account.
 * @throws Fault when the node does not answer
 */
export async function estimateTurnOff(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  address: Address,
  signal?: AbortSignal,
): Promise<TurnOffCost> {
  const limited = signal && { signal }
  const [measured, market, balance] = await Promise.all([
    askQuantity(wallet, network, {
      method: 'eth_estimateGas',
      params: [{ from: address, to: address, value: '0x0' }],
      ...limited,
    }),
    askMarket(wallet, network, signal),
    askQuantity(wallet, network, {
      method: 'eth_getBalance',
      params: [address, 'latest'],
      ...limited,
    }),
  ])
  const price = usualPrice(market)
  const cost = { gas: withMargin(measured) + authorizationGas, ...price }
  const layer = await layerFeeOf(wallet, network, {
    transactions: [transactionOf(address)],
    costs: [cost],
    ...limited,
  })
  return { cost, fee: cost.gas * maxPerGas(price) + layer, balance }
}

/**
 * Turns the smart account off on a network: from now on the account is used as a plain one, and a
 * transaction removes its code. Operations that were signed before have no effect after it.
 * EIP-7702
 * @returns the transaction's hash
 * @throws Fault when it is not sent; the account stays off
 */
export async function turnOff(
  wallet: Wallet,
  network: Network,
  { address, cost }: { address: Address; cost: Cost },
): Promise<string> {
  await writeNetworkChoice(wallet, network, address, 'off')
  const requestId = `turnOff ${crypto.randomUUID()}`
  return signAndSend(
    { wallet, network, openVault: prepareVault() },
    {
      address,
      transaction: transactionOf(address),
      cost,
      subject: await subjectOf(['turnOff', network.networkId, address]),
      requestId,
      code: { kind: 'off' },
    },
  )
}
