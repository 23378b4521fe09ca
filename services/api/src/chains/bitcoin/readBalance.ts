import { NodesError, type Request } from '../../providers/nodes.ts'
import {
  allCoins,
  readings,
  type AddressStats,
  type EsploraTransaction,
} from './esplora/esploraWire.ts'
import { checkTogether, madeBy, spentBy, sumOf, type OwnAddress } from './ownCoins.ts'

/**
 * What an account has, in satoshi.
 * - `confirmed`: what each address has in blocks, in the order of the addresses
 * - `certain`: what remains if all that waits is included. Coins of waiting transactions count only
 *   if the account alone pays for them: its own change
 * - `pending`: what others send in waiting transactions
 * - `isComplete`: whether all waiting transactions were read. If not, `certain` may be too low
 */
export type Balance = {
  confirmed: readonly bigint[]
  certain: bigint
  pending: bigint
  isComplete: boolean
}

/** How often an address is read again because its waiting transactions changed meanwhile. */
const turns = 3

/** What a node reports about an address. `waiting` is undefined if it does not list all of them. */
type AddressState = {
  address: OwnAddress
  stats: AddressStats
  waiting: readonly EsploraTransaction[] | undefined
}

/**
 * Reads what an account has from one node.
 * @throws NodesError when the node does not answer, or contradicts itself
 */
export async function readBalance(
  request: Request,
  addresses: readonly OwnAddress[],
  signal: AbortSignal,
): Promise<Balance> {
  const all = await Promise.all(
    addresses.map(async (address) => ({
      address,
      stats: await readStats(request, address, signal),
    })),
  )
  const confirmed = all.map(({ stats }) => confirmedOf(stats))
  const whole = sumOf(confirmed.map((value) => ({ value })))
  // if the account spends nothing now, all that waits comes from others
  if (all.every(({ stats }) => stats.mempool_stats.spent_txo_sum === 0n))
    return {
      confirmed,
      certain: whole,
      pending: sumOf(all.map(({ stats }) => ({ value: stats.mempool_stats.funded_txo_sum }))),
      isComplete: true,
    }
  const scripts = new Set(addresses.map(({ script }) => script))
  const states = await Promise.all(
    addresses.map((address) => readAddress(request, address, { scripts, signal })),
  )
  if (states.some(({ stats }, index) => confirmedOf(stats) !== confirmed[index]))
    throw new NodesError('The chain changes while it is read')
  return { confirmed, ...withWaiting(whole, states) }
}

const readStats = (request: Request, { text }: OwnAddress, signal: AbortSignal) =>
  request('address', [text], signal, readings.address)

/** What an address has in blocks. @throws NodesError for an impossible amount */
function confirmedOf({ chain_stats: { funded_txo_sum, spent_txo_sum } }: AddressStats): bigint {
  const amount = funded_txo_sum - spent_txo_sum
  if (amount < 0n || amount > BigInt(allCoins)) throw new NodesError('An impossible amount')
  return amount
}

/** Reads an address with its waiting transactions, until both answers fit together. */
async function readAddress(
  request: Request,
  address: OwnAddress,
  { scripts, signal }: { scripts: ReadonlySet<string>; signal: AbortSignal },
): Promise<AddressState> {
  for (let turn = 0; turn < turns; turn += 1) {
    const stats = await readStats(request, address, signal)
    const { tx_count, funded_txo_sum, spent_txo_sum } = stats.mempool_stats
    const rows = await request('newest', [address.text], signal, readings.transactions(scripts))
    const waiting = rows.filter(({ status }) => !status.confirmed)
    if (waiting.length < tx_count) {
      // a server lists at most 50 waiting transactions, and some fewer
      if (waiting.length >= listed) return { address, stats, waiting: undefined }
      continue
    }
    const isOwn = ({ script }: { script: string }) => script === address.script
    const isSame =
      waiting.length === tx_count &&
      sumOf(waiting.flatMap(madeBy).filter(isOwn)) === funded_txo_sum &&
      sumOf(waiting.flatMap(spentBy).filter(isOwn)) === spent_txo_sum
    if (!isSame) continue
    checkTogether(waiting, address)
    return { address, stats, waiting }
  }
  throw new NodesError('What waits for a block does not fit together')
}

/** The minimum of waiting transactions that every server lists. */
const listed = 25

/** What an account has when what it spends now is counted. */
function withWaiting(
  confirmed: bigint,
  states: readonly AddressState[],
): Omit<Balance, 'confirmed'> {
  const sum = (name: 'funded_txo_sum' | 'spent_txo_sum') =>
    sumOf(states.map(({ stats }) => ({ value: stats.mempool_stats[name] })))
  if (states.some(({ waiting }) => !waiting)) {
    const rest = confirmed - sum('spent_txo_sum')
    return { certain: rest > 0n ? rest : 0n, pending: 0n, isComplete: false }
  }
  const waiting = new Map(
    states.flatMap((state) => (state.waiting ?? []).map((found) => [found.txid, found] as const)),
  )
  const scripts = new Set(states.map(({ address }) => address.script))
  const { certain, pending } = countCoins([...waiting.values()], scripts)
  if (confirmed + certain < 0n) throw new NodesError('More is spent than there was')
  return { certain: confirmed + certain, pending, isComplete: true }
}

/**
 * What waiting transactions change. `certain`: the change of the confirmed amount, with the coins
 * that the account makes for itself. `pending`: the other coins.
 */
function countCoins(
  waiting: readonly EsploraTransaction[],
  scripts: ReadonlySet<string>,
): { certain: bigint; pending: bigint } {
  const isOwn = ({ script }: { script: string }) => scripts.has(script)
  const byId = new Map(waiting.map((found) => [found.txid, found]))
  const trusted = new Map<string, boolean>()
  /** Whether the account alone pays for a waiting transaction, with coins that are certain. */
  function isTrusted(found: EsploraTransaction): boolean {
    const known = trusted.get(found.txid)
    if (known !== undefined) return known
    const coins = spentBy(found)
    const parents = coins.map(({ txid }) => byId.get(txid))
    const result =
      coins.length === found.vin.length &&
      coins.every(isOwn) &&
      parents.every((parent) => !parent || isTrusted(parent))
    trusted.set(found.txid, result)
    return result
  }
  const spent = waiting.flatMap(spentBy).filter(isOwn)
  const spentIds = new Set(spent.map(({ id }) => id))
  const made = waiting.flatMap((found) =>
    madeBy(found)
      .filter((coin) => isOwn(coin) && !spentIds.has(coin.id))
      .map((coin) => ({ ...coin, isCertain: isTrusted(found) })),
  )
  const ofBlocks = spent.filter(({ txid }) => !byId.has(txid))
  return {
    certain: sumOf(made.filter(({ isCertain }) => isCertain)) - sumOf(ofBlocks),
    pending: sumOf(made.filter(({ isCertain }) => !isCertain)),
  }
}
