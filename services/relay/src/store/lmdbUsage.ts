import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { Writer } from './lmdbWriter.ts'
import { type Held } from './storeUsage.ts'

type Kind = 'message' | 'subscription'
/**
 * Ends are whole minutes since 1970: they take less memory than milliseconds, and every idle client
 * has such an account.
 */
type Bucket = {
  kind: Kind
  end: number
  count: number
  bytes: number
  isNew: boolean
  isChanged: boolean
}
/** `isChanged`, here and in its buckets: it has changes that are not written yet. */
type Account = Held & { buckets: Bucket[]; firstEnd: number; isChanged: boolean }

/**
 * Accounts per generation: those that were unused for a whole generation are dropped from memory;
 * the sweep drops them, too.
 */
const generation = 10_000
/** Accounts that may wait to be written. */
const maxChanged = 5_000
const minute = 60_000
/** Later than every end, and still a small number. */
const never = 2 ** 31 - 1

/**
 * How much every client and every address holds. It is counted in memory and written now and then:
 * a crash loses a few seconds of counting, and the count is right again when the bucket ends.
 */
export function createUsage(
  { usage, due }: Pick<Tables, 'usage' | 'due'>,
  writer: Writer,
  now: () => number,
) {
  let remembered = new Map<string, Account>()
  let older = new Map<string, Account>()
  const changed = new Map<string, Account>()

  function read(owner: string): Account {
    const account: Account = {
      messages: 0,
      bytes: 0,
      subscriptions: 0,
      buckets: [],
      firstEnd: never,
      isChanged: false,
    }
    for (const {
      key: [, kind, until],
      value,
    } of usage.getRange({ start: [owner], end: [owner, afterAll] })) {
      const [count, bytes] = Array.isArray(value) ? value : []
      if (typeof count !== 'number' || typeof bytes !== 'number' || until <= now()) continue
      const bucket = open(account, kind, until / minute)
      Object.assign(bucket, { count, bytes, isNew: false, isChanged: false })
      change(account, kind, count, bytes)
    }
    return account
  }

  /** The account without expired buckets, from memory or from the database. */
  function accountOf(owner: string): Account {
    let account = remembered.get(owner)
    if (!account) {
      if (remembered.size >= generation) forgetQuiet()
      account = older.get(owner) ?? changed.get(owner) ?? read(owner)
      remembered.set(owner, account)
    }
    if (account.firstEnd * minute <= now()) end(account)
    return account
  }

  const isOver = ({ end }: Bucket) => end * minute <= now()

  function end(account: Account): void {
    const [ended, left] = [
      account.buckets.filter(isOver),
      account.buckets.filter((bucket) => !isOver(bucket)),
    ]
    for (const { kind, count, bytes } of ended) change(account, kind, -count, -bytes)
    account.buckets = left
    account.firstEnd = Math.min(never, ...left.map(({ end }) => end))
  }

  /** Drops unused accounts; changed ones stay until they are written. */
  function forgetQuiet(): void {
    older = remembered
    remembered = new Map()
  }

  /** Writes the changes of so many accounts; returns whether there are more. */
  function flush(limit: number): boolean {
    let left = limit
    for (const [owner, account] of changed) {
      if (left === 0) return true
      left -= 1
      for (const bucket of account.buckets) if (bucket.isChanged) write(owner, bucket)
      account.buckets = account.buckets.filter(({ count }) => count > 0)
      account.isChanged = false
      changed.delete(owner)
      remembered.set(owner, account) // in memory until it can be read again
    }
    return false
  }

  return {
    held: (owner: string): Held => (owner === '' ? none : accountOf(owner)),
    /**
     * Adds to, or takes from, the bucket with this end. An unknown holder has the empty name and no
     * account.
     * @param until milliseconds since 1970, a whole minute
     */
    add(owner: string, kind: Kind, until: number, count: number, bytes: number): void {
      if (owner === '' || until <= now()) return
      const account = accountOf(owner)
      const end = until / minute
      const bucket = find(account, kind, end) ?? open(account, kind, end)
      // after a crash it may hold less than what is taken
      const [more, moreBytes] = [
        Math.max(count, 0 - bucket.count),
        Math.max(bytes, 0 - bucket.bytes),
      ]
      bucket.count += more
      bucket.bytes += moreBytes
      bucket.isChanged = true
      change(account, kind, more, moreBytes)
      if (account.isChanged) return
      account.isChanged = true
      changed.set(owner, account)
      if (changed.size > maxChanged) flush(maxChanged / 10)
    },
    flush,
    forgetQuiet,
    /** Removes the expired buckets of an account. */
    expire(owner: string): void {
      for (const key of usage.getKeys({ start: [owner], end: [owner, afterAll] }))
        if (key[2] <= now()) writer.remove(usage, key)
    },
  }

  function write(owner: string, bucket: Bucket): void {
    const { kind, end, count, bytes } = bucket
    bucket.isChanged = false
    if (isOver(bucket)) return // its written row is due for the sweep
    const key: [string, Kind, number] = [owner, kind, end * minute]
    if (count === 0) {
      if (!bucket.isNew) writer.remove(usage, key)
      return
    }
    writer.put(usage, key, [count, bytes])
    if (bucket.isNew) writer.put(due, [minuteAfter(end * minute), 'usage', owner], true)
    bucket.isNew = false
  }
}

function find({ buckets }: Account, kind: Kind, end: number): Bucket | undefined {
  for (const bucket of buckets) if (bucket.end === end && bucket.kind === kind) return bucket
  return undefined
}

function open(account: Account, kind: Kind, end: number): Bucket {
  const bucket: Bucket = { kind, end, count: 0, bytes: 0, isNew: true, isChanged: true }
  // most have one or two, and `push` would take room for sixteen more
  account.buckets = account.buckets.concat(bucket)
  account.firstEnd = Math.min(account.firstEnd, end)
  return bucket
}

const none: Held = { messages: 0, bytes: 0, subscriptions: 0 }

function change(account: Account, kind: Kind, count: number, bytes: number): void {
  account.bytes += bytes
  if (kind === 'message') account.messages += count
  else account.subscriptions += count
}
