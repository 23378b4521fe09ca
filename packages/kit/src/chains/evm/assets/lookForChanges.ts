import { kitError } from '../../../core/errors/errors.ts'
import type { ObservedAccount } from '../../../core/contracts/facets/assets.ts'
import { toQuantity, transferTopic, word } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * The maximum number of blocks that are searched. When there are more new blocks, the account
 * counts as changed.
 */
const maxBlocks = 500n
/** The highest block number that is accepted. It has eight bytes. */
const maxHeight = (1n << 64n) - 1n

/** `TransferSingle` and `TransferBatch` of ERC-1155. */
const transferFilters = [
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
]

/**
 * Reads the newest block number, and whether the account has received or sent anything since
 * `seen`. Sources: eth_blockNumber, eth_getBalance, eth_getLogs
 * @throws KitError answerInvalid; the node's errors
 */
export async function lookForChanges(
  chain: Chain,
  address: string,
  seen?: ObservedAccount,
): Promise<{ seen: ObservedAccount; hasChanged: boolean }> {
  const height = await chain.quantity('eth_blockNumber', [])
  if (height > maxHeight) throw kitError('answerInvalid')
  if (seen && height <= seen.height) return { seen, hasChanged: false }
  const native = chain.request('eth_getBalance', [address, 'latest'])
  if (!seen || height - seen.height > maxBlocks)
    return { seen: { height, native: await native }, hasChanged: true }
  const account = `0x${word(address)}`
  const range = { fromBlock: toQuantity(seen.height + 1n), toBlock: toQuantity(height) }
  // sender and recipient are topics 1 and 2 in ERC-20 events, 2 and 3 in ERC-1155 events
  const filters = [
    [transferTopic, account],
    [[transferTopic, ...transferFilters], null, account],
    [transferFilters, null, null, account],
  ]
  const [balance, ...logs] = await Promise.all([
    native,
    ...filters.map((topics) => chain.request('eth_getLogs', [{ ...range, topics }])),
  ])
  return {
    seen: { height, native: balance },
    hasChanged:
      balance !== seen.native ||
      logs.some((logList) => Array.isArray(logList) && logList.length > 0),
  }
}
