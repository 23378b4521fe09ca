import { isObject } from '@latchkey/protocol/isObject'
import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapFacet } from '../../../core/contracts/facets/swap.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { quantityOf, toQuantity, transferTopic, word } from '../provider/quantity.ts'
import { balanceCall } from './calls.ts'

/**
 * How much of a token or of ether an account received by a transaction:
 * - of a token: the sum of the transfers in the receipt
 * - of ether: the balance after the block minus the balance before it, plus the fee and the value
 *   that the transaction paid. Undefined if the account sent another transaction in that block, or
 *   if the node no longer has the state of that block.
 *
 * Source: eth_getTransactionReceipt
 */
export async function readArrived(
  chain: Chain,
  {
    hash,
    account,
    token,
  }: Pick<Parameters<SwapFacet['readArrived']>[0], 'hash' | 'account' | 'token'>,
): Promise<bigint | undefined> {
  const receipt = await chain.request('eth_getTransactionReceipt', [hash])
  if (!isObject(receipt) || receipt['status'] !== '0x1') return undefined
  const { address } = token
  if (address === undefined) return orUndefined(etherOf(chain, receipt, hash, account))
  const logs: readonly unknown[] = Array.isArray(receipt['logs']) ? receipt['logs'] : []
  const accountWord = `0x${word(account)}`
  const moves = logs.flatMap((log) => {
    if (
      !isObject(log) ||
      !Array.isArray(log['topics']) ||
      !isSameAddress(String(log['address']), address)
    )
      return []
    const [topic, from, to] = log['topics'].map((topicText) => String(topicText).toLowerCase())
    if (topic !== transferTopic) return []
    const amount = quantityOf(log['data'])
    return [(to === accountWord ? amount : 0n) - (from === accountWord ? amount : 0n)]
  })
  return moves.length > 0
    ? moves.reduce((sum, amount) => sum + amount, 0n)
    : orUndefined(gainOf(chain, receipt, address, account))
}

/**
 * A token's balance after the transaction's block minus the balance before it. Used when the
 * receipt has no transfer events of the token, for example when ether is wrapped.
 */
async function gainOf(
  chain: Chain,
  { blockNumber }: { [name: string]: unknown },
  token: string,
  account: string,
): Promise<bigint> {
  const block = quantityOf(blockNumber)
  const { to, data } = balanceCall(token, account)
  const [after, before] = await Promise.all(
    [block, block - 1n].map((height) =>
      chain.quantity('eth_call', [{ to, data }, toQuantity(height)]),
    ),
  )
  return (after ?? 0n) - (before ?? 0n)
}

async function etherOf(
  chain: Chain,
  { blockNumber, gasUsed, effectiveGasPrice, l1Fee }: { [name: string]: unknown },
  hash: string,
  account: string,
): Promise<bigint | undefined> {
  const block = quantityOf(blockNumber)
  const at = (method: string, height: bigint) =>
    chain.quantity(method, [account, toQuantity(height)])
  const [after, before, sent, sentBefore, transaction] = await Promise.all([
    at('eth_getBalance', block),
    at('eth_getBalance', block - 1n),
    at('eth_getTransactionCount', block),
    at('eth_getTransactionCount', block - 1n),
    chain.request('eth_getTransactionByHash', [hash]),
  ])
  if (sent - sentBefore !== 1n || !isObject(transaction)) return undefined
  const fee =
    quantityOf(gasUsed) * quantityOf(effectiveGasPrice) +
    (l1Fee === undefined ? 0n : quantityOf(l1Fee))
  return after - before + fee + quantityOf(transaction['value'])
}
