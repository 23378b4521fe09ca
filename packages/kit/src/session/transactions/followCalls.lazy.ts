import { isNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import type { CallBatchState } from '../../core/contracts/facets/transactions.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { storedValue } from '../../core/storage/storedValue.ts'
import type { TransactionDescription } from '../../core/transactions/pendingTransactions.ts'
import { readDescription } from '../../core/transactions/readPending.ts'

/**
 * A batch of calls that a wallet has taken. Its transactions are unknown until the wallet reports
 * them. `each`: the descriptions of the calls, `together`: that of all calls as one transaction.
 */
export type FollowedCalls = {
  id: string
  networkId: NetworkId
  address: string
  sentAt: number
  each: readonly TransactionDescription[]
  together: TransactionDescription
}

/** Milliseconds between two requests for a batch: at first, and at most. */
const pauses = { first: 1_000, max: 15_000 }
/** Milliseconds after which a batch that has not ended is forgotten. */
const longest = 24 * 3_600_000
/** After this many failed requests in a row, the batch waits for the next connection. */
const maxFailures = 20
/** The most batches that are stored. */
const maxBatches = 20

const stored = storedValue<readonly FollowedCalls[]>('call-batches', (json) =>
  Array.isArray(json) ? json.slice(0, maxBatches).flatMap(readCalls) : undefined,
)

function readCalls(json: unknown): readonly FollowedCalls[] {
  const { id, networkId, address, sentAt, each, together } = partsOf(json)
  const about = readDescription(together)
  return typeof id === 'string' &&
    isNetworkId(networkId) &&
    typeof address === 'string' &&
    typeof sentAt === 'number' &&
    Array.isArray(each) &&
    about
    ? [
        {
          id,
          networkId,
          address,
          sentAt,
          each: each.map((entry) => readDescription(entry) ?? about),
          together: about,
        },
      ]
    : []
}

const following = perKit(() => new Set<string>())
const keyOf = ({ networkId, id }: Pick<FollowedCalls, 'networkId' | 'id'>) => `${networkId} ${id}`

/**
 * Follows a batch of calls until the wallet reports its end, also after a reload. Then its
 * transactions are followed like those that the kit has sent.
 */
export function followCalls(kit: Kit, batch: FollowedCalls): void {
  change(kit, (batches) =>
    [batch, ...batches.filter((entry) => keyOf(entry) !== keyOf(batch))].slice(0, maxBatches),
  )
  resumeCalls(kit)
}

/** Follows the stored batches that are not followed yet. */
export function resumeCalls(kit: Kit): void {
  for (const batch of stored.get(kit) ?? []) void follow(kit, batch)
}

function change(
  kit: Kit,
  next: (batches: readonly FollowedCalls[]) => readonly FollowedCalls[],
): void {
  const batches = next(stored.get(kit) ?? [])
  stored.set(kit, batches.length > 0 ? batches : undefined)
}

const isStored = (kit: Kit, batch: FollowedCalls) =>
  (stored.get(kit) ?? []).some((entry) => keyOf(entry) === keyOf(batch))

async function follow(kit: Kit, batch: FollowedCalls): Promise<void> {
  const key = keyOf(batch)
  if (following(kit).has(key)) return
  following(kit).add(key)
  try {
    const hashes = await untilEnded(kit, batch)
    // another tab may have seen the end first, and the account may be forgotten
    if (!hashes || !isStored(kit, batch)) return
    change(kit, (batches) => batches.filter((entry) => keyOf(entry) !== key))
    for (const sent of sentBy(batch, hashes)) await kit.followTransaction(sent).catch(() => {})
  } finally {
    following(kit).delete(key)
  }
}

/** The transactions of a batch that has ended. Several are in the order of the calls. */
function sentBy(
  { networkId, address, each, together }: FollowedCalls,
  hashes: readonly string[],
): readonly Parameters<Kit['followTransaction']>[0][] {
  const isOneByOne = hashes.length > 1 && hashes.length === each.length
  return [...new Set(isOneByOne ? hashes : hashes.slice(-1))].map((hash, index) => ({
    hash,
    networkId,
    address,
    description: isOneByOne ? (each[index] ?? together) : together,
  }))
}

/**
 * Requests the state of a batch until it has ended. Undefined when the batch has to wait for the
 * next connection of its wallet.
 */
async function untilEnded(kit: Kit, batch: FollowedCalls): Promise<readonly string[] | undefined> {
  const { clock } = contextOf(kit)
  let pause = pauses.first
  for (let failures = 0; failures < maxFailures; ) {
    if (contextOf(kit).life?.signal.aborted || !isStored(kit, batch)) return undefined
    if (clock.now() - batch.sentAt > longest) return []
    const state = await read(kit, batch)
    if (state === undefined) return undefined
    if (state !== 'failed' && state.kind === 'ended') return state.hashes
    failures = state === 'failed' ? failures + 1 : 0
    await new Promise<void>((resolve) => clock.setTimeout(resolve, pause))
    pause = Math.min(pause * 1.5, pauses.max)
  }
  return undefined
}

async function read(
  kit: Kit,
  { id, networkId, address, each }: FollowedCalls,
): Promise<CallBatchState | 'failed' | undefined> {
  const network = contextOf(kit).networks.find((entry) => entry.networkId === networkId)
  if (!network) return undefined
  try {
    const facet = await adapterOf(kit, network.namespace).load('transactions')
    return await facet?.readCallBatch?.({ id, networkId, address, count: each.length })
  } catch {
    return 'failed'
  }
}
