import type { Kit } from 'latchkey'
import { encodeFunctionData, erc20Abi, formatEther, formatUnits, isHash } from 'viem'
import type { Address, Chain } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { chainClient } from './chainClient.ts'
import type { TaskControls } from './useTask.ts'

/** A token for tips; without an `address` it is the chain's own currency. */
export type TipToken = { id: string; symbol: string; decimals: number; address?: string; price?: number }

/** A tip that is in a block. `fee` is in whole units of the chain's currency, whose name is `symbol`. */
export type Receipt = { hash: string; block: bigint; status: 'success' | 'reverted'; fee: string; symbol: string }

type Tip = { chain: Chain; token: TipToken; to: Address; amount: bigint }

/** Ether as a token that can be paid with. */
export function etherOf({ id, nativeCurrency: { symbol, decimals } }: Chain): TipToken {
  return { id: `eip155:${id}`, symbol, decimals }
}

/** Sends a tip and waits until it is in a block; the transaction may still have failed, see `status`. @throws KitError, viem's errors */
export async function sendTip(kit: Kit, { chain, token, to, amount }: Tip, { signal, note }: TaskControls): Promise<Receipt> {
  const transfers = [{ direction: 'out', symbol: token.symbol, quantity: formatUnits(amount, token.decimals) }] as const
  const hash = await kit.sendTransaction({ ...callOf(token, to, amount), description: { operationType: 'send', sentTo: to, transfers }, signal })
  if (!isHash(hash)) throw new Error('The wallet answered with something that is no transaction.')
  note('Sent. Waiting for a block.')
  const receipt = await waitForTransactionReceipt(chainClient(chain), { hash, timeout: 120_000 })
  const fee = formatEther(receipt.gasUsed * receipt.effectiveGasPrice)
  return { hash, block: receipt.blockNumber, status: receipt.status, fee, symbol: chain.nativeCurrency.symbol }
}

function callOf({ address }: TipToken, to: Address, amount: bigint) {
  if (!address) return { to, value: amount }
  return { to: address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
}
