import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
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

/**
 * The transaction that removes the code also takes the account's next number of an operation:
 * `incrementNonce(0)` of EntryPoint. So no operation that was signed before has an effect, not even
 * after the account is turned on again. ERC-4337
 */
const transaction = {
  to: entryPoint,
  value: 0n,
  data: `0x0bd28e3b${'0'.repeat(64)}`,
} as const

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
      params: [{ from: address, to: transaction.to, data: transaction.data }],
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
    transactions: [transaction],
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
      transaction,
      cost,
      subject: await subjectOf(['turnOff', network.networkId, address]),
      requestId,
      code: { kind: 'off' },
    },
  )
}
