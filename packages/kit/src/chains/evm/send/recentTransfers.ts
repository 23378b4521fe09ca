import { isObject } from '@latchkey/protocol/isObject'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { isSameAddress } from '@latchkey/protocol/address'
import type { PastTransfer } from '../../../core/contracts/facets/send.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { toQuantity, transferTopic, word } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * The number of latest blocks whose transfers are read. The API's history may lack the latest
 * transfers, or the site may have no history.
 */
const recentBlocks = 10_000n
/** The maximum number of transfers that are read in each direction. */
const maxLogs = 2_000

/**
 * The account's token transfers in the latest blocks. Unreadable transfers are left out.
 * @throws KitError requestAborted
 */
export async function recentTransfers(
  chain: Chain,
  account: string,
  tokens: ReadonlySet<string>,
): Promise<readonly PastTransfer[]> {
  const latest = await orUndefined(chain.quantity('eth_blockNumber', []))
  if (latest === undefined) return []
  const fromBlock = toQuantity(latest > recentBlocks ? latest - recentBlocks : 0n)
  const accountTopic = `0x${word(account)}`
  const requests = [
    [transferTopic, accountTopic],
    [transferTopic, null, accountTopic],
  ].map((topics) =>
    orUndefined(chain.request('eth_getLogs', [{ fromBlock, toBlock: 'latest', topics }])),
  )
  const logs = (await Promise.all(requests)).flatMap((logList) =>
    Array.isArray(logList) ? logList.slice(-maxLogs) : [],
  )
  return logs.flatMap((log) => transferOf(log, account, tokens))
}

/**
 * Reads a token transfer from its log, ERC-20. Fake tokens can report any sender and any amount, so
 * `hasWorth` is true only for addresses in `tokens`, which are in lower case.
 */
export function transferOf(
  log: unknown,
  account: string,
  tokens: ReadonlySet<string>,
): readonly PastTransfer[] {
  if (
    !isObject(log) ||
    !Array.isArray(log['topics']) ||
    log['topics'].length !== 3 ||
    log['data'] === '0x'
  )
    return []
  const [, from, to] = log['topics'].map((topic) => `0x${String(topic).slice(26)}`)
  const isOut = isSameAddress(from ?? '', account)
  const counterparty = isOut ? to : from
  if (!isEvmAddress(counterparty) || isSameAddress(counterparty, account)) return []
  return [
    {
      with: counterparty,
      isOut,
      hasWorth:
        tokens.has(String(log['address']).toLowerCase()) &&
        /[1-9a-f]/i.test(String(log['data']).slice(2)),
    },
  ]
}
