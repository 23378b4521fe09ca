import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import { adapterOf } from '../core/adapterOf.ts'
import type { Kit } from '../core/kit.ts'
import { wantFreshBalances } from './balancesQuery.ts'

/** Milliseconds between two looks for a new block; and the longest, after failures. */
const pace = { look: 4_000, most: 60_000 }
/** Blocks that are looked through at once; after more than that everything may be another. */
const mostBlocks = 500n

/** Topics of the events that tell of a transfer: of ERC-20 and ERC-721, and the two of ERC-1155. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const several = ['0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62', '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb']

/** What tells whether somebody looks: a page's document. */
export type Sight = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>
/** The last block that was looked at, and the native balance in it. */
type Seen = { block: bigint; native: unknown }

/**
 * Asks the network's node for new blocks while the page is looked at, and has balances, NFTs and history read again when one brings
 * something to the account or takes something from it. Every 4 s, seldom while the node fails; nothing is asked of a hidden page.
 * Ends with the returned function. EVM only: eth_blockNumber, eth_getLogs, eth_getBalance.
 */
export function watchAccount(kit: Kit, accountId: AccountId, sight: Sight | undefined = globalThis.document): () => void {
  const { networkId, namespace, address } = parseAccountId(accountId)
  if (namespace !== 'eip155' || !kit.context.networks.some((one) => one.networkId === networkId)) return () => {}
  let seen: Seen | undefined
  let failures = 0
  let hasEnded = false
  let current: AbortController | undefined
  let cancel = () => {}
  /** What came with a block may not be in the service's index yet: it is asked once more. */
  let wasNew = false

  async function look(signal: AbortSignal): Promise<void> {
    const ask: Ask = (method, params) => adapterOf(kit, namespace).request({ method, params, networkId, signal })
    const next = await lookAt(ask, address, seen)
    signal.throwIfAborted()
    const isNew = seen !== undefined && next.concerns
    seen = next
    if (isNew || wasNew) await refresh(kit, accountId)
    wasNew = isNew
  }

  async function run(): Promise<void> {
    if (current || sight?.visibilityState === 'hidden') return
    cancel()
    current = new AbortController()
    const { signal } = current
    try {
      await look(signal)
      failures = 0
    } catch {
      if (!signal.aborted) failures++ // the node is down: what is shown stays, and is asked for every 30 s anyway
    }
    current = undefined
    if (!hasEnded) cancel = kit.context.clock.setTimeout(() => void run(), Math.min(pace.look * 2 ** failures, pace.most))
  }

  const onSight = () => (sight?.visibilityState === 'hidden' ? current?.abort() : void run())
  sight?.addEventListener('visibilitychange', onSight)
  void run()
  return () => {
    hasEnded = true
    current?.abort()
    cancel()
    sight?.removeEventListener('visibilitychange', onSight)
  }
}

/** What the newest block is, and whether anything since the last one concerns the account. @throws what the node answers */
async function lookAt(ask: Ask, address: string, seen: Seen | undefined): Promise<Seen & { concerns: boolean }> {
  const block = toBlock(await ask('eth_blockNumber', []))
  if (seen && block <= seen.block) return { ...seen, block: seen.block, concerns: false }
  const native = ask('eth_getBalance', [address, 'latest'])
  if (!seen || block - seen.block > mostBlocks) return { block, native: await native, concerns: true }
  const account = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const range = { fromBlock: `0x${(seen.block + 1n).toString(16)}`, toBlock: `0x${block.toString(16)}` }
  // sender and recipient stand in other places of the two kinds of events
  const filters = [[transfer, account], [[transfer, ...several], null, account], [several, null, null, account]]
  const [balance, ...logs] = await Promise.all([native, ...filters.map((topics) => ask('eth_getLogs', [{ ...range, topics }]))])
  return { block, native: balance, concerns: balance !== seen.native || logs.some((found) => Array.isArray(found) && found.length > 0) }
}

function toBlock(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer)) throw new TypeError('No number of a block')
  return BigInt(answer)
}

/** Has everything read again that a transfer changes. */
async function refresh(kit: Kit, accountId: AccountId): Promise<void> {
  const { client } = await kit.context.queries()
  wantFreshBalances(kit, accountId)
  for (const queryKey of [['balances', accountId], ['nfts', accountId], ['history', accountId]]) void client.invalidateQueries({ queryKey })
}
