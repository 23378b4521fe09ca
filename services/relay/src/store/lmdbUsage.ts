import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { Writer } from './lmdbWriter.ts'
import { type Held } from './storeUsage.ts'

type Kind = 'message' | 'subscription'
/**
 * The messages or subscriptions of an account that are counted until the same `end`. `end` is in
 * minutes since 1970, because small integers take less memory and there may be thousands of
 * accounts. `isNew`: the database has no row for it. `isChanged`: a change is not written yet.
 */
type Bucket = {
  kind: Kind
  end: number
  count: number
  bytes: number
  isNew: boolean
  isChanged: boolean
}
/**
 * What a client or an address uses. `firstEnd`: the time at which the first bucket may end.
 * `isChanged`: whether a change is not written yet.
 */
type Account = Held & { buckets: Bucket[]; firstEnd: number; isChanged: boolean }

/**
 * Maximum of accounts in a generation. When a generation is full, or at every sweep, a new one
 * begins, and accounts that were unused in the previous one are dropped from memory.
 */
const generation = 10_000
/** Maximum of changed accounts that are not written yet. */
const maxChanged = 5_000
const minute = 60_000
/** A number later than every end. It is small enough for a compact integer. */
const never = 2 ** 31 - 1

/**
 * Counts what every client and every address uses. The counts are in memory, and written from time
 * to time. After a crash the changes of the last seconds are missing; they become irrelevant when
 * their bucket ends.
 */
export class LmdbUsage {
  readonly #usage: Tables['usage']
  readonly #due: Tables['due']
  readonly #writer: Writer
  readonly #now: () => number
  #remembered = new Map<string, Account>()
  #older = new Map<string, Account>()
  readonly #changed = new Map<string, Account>()

  constructor({ usage, due }: Pick<Tables, 'usage' | 'due'>, writer: Writer, now: () => number) {
    this.#usage = usage
    this.#due = due
    this.#writer = writer
    this.#now = now
  }

  held(owner: string): Held {
    return owner === '' ? none : this.#accountOf(owner)
  }

  /**
   * Adds `count` and `bytes`, which may be negative, to the owner's bucket of this kind and end.
   * The bucket's numbers never become negative. Nothing is added if the end has passed, or if the
   * owner is empty: then the address is unknown.
   * @param until the end in milliseconds since 1970, a whole minute
   */
  add(owner: string, kind: Kind, until: number, count: number, bytes: number): void {
    if (owner === '' || until <= this.#now()) return
    const account = this.#accountOf(owner)
    const end = until / minute
    const bucket = find(account, kind, end) ?? open(account, kind, end)
    // after a crash the bucket may have less than is subtracted
    const [more, moreBytes] = [Math.max(count, 0 - bucket.count), Math.max(bytes, 0 - bucket.bytes)]
    bucket.count += more
    bucket.bytes += moreBytes
    bucket.isChanged = true
    change(account, kind, more, moreBytes)
    if (account.isChanged) return
    account.isChanged = true
    this.#changed.set(owner, account)
    if (this.#changed.size > maxChanged) this.flush(maxChanged / 10)
  }

  /**
   * Writes the changes of at most `limit` accounts.
   * @returns whether there are more
   */
  flush(limit: number): boolean {
    let left = limit
    for (const [owner, account] of this.#changed) {
      if (left === 0) return true
      left -= 1
      for (const bucket of account.buckets) if (bucket.isChanged) this.#write(owner, bucket)
      account.buckets = account.buckets.filter(({ count }) => count > 0)
      account.isChanged = false
      this.#changed.delete(owner)
      // until the changes are written, the database has only the old counts
      this.#remembered.set(owner, account)
    }
    return false
  }

  /** Begins a new generation. Changed accounts stay in memory until they are written. */
  forgetQuiet(): void {
    this.#older = this.#remembered
    this.#remembered = new Map()
  }

  /** Removes the expired buckets of an account from the database. */
  expire(owner: string): void {
    for (const key of this.#usage.getKeys({ start: [owner], end: [owner, afterAll] }))
      if (key[2] <= this.#now()) this.#writer.remove(this.#usage, key)
  }

  #read(owner: string): Account {
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
    } of this.#usage.getRange({ start: [owner], end: [owner, afterAll] })) {
      const [count, bytes] = Array.isArray(value) ? value : []
      if (typeof count !== 'number' || typeof bytes !== 'number' || until <= this.#now()) continue
      const bucket = open(account, kind, until / minute)
      Object.assign(bucket, { count, bytes, isNew: false, isChanged: false })
      change(account, kind, count, bytes)
    }
    return account
  }

  /** Returns an account without expired buckets, from memory or from the database. */
  #accountOf(owner: string): Account {
    let account = this.#remembered.get(owner)
    if (!account) {
      if (this.#remembered.size >= generation) this.forgetQuiet()
      account = this.#older.get(owner) ?? this.#changed.get(owner) ?? this.#read(owner)
      this.#remembered.set(owner, account)
    }
    if (account.firstEnd * minute <= this.#now()) this.#end(account)
    return account
  }

  #isOver({ end }: Bucket): boolean {
    return end * minute <= this.#now()
  }

  #end(account: Account): void {
    const [ended, left] = [
      account.buckets.filter((bucket) => this.#isOver(bucket)),
      account.buckets.filter((bucket) => !this.#isOver(bucket)),
    ]
    for (const { kind, count, bytes } of ended) change(account, kind, -count, -bytes)
    account.buckets = left
    account.firstEnd = Math.min(never, ...left.map(({ end }) => end))
  }

  #write(owner: string, bucket: Bucket): void {
    const { kind, end, count, bytes } = bucket
    bucket.isChanged = false
    if (this.#isOver(bucket)) return // the sweep removes the written row
    const key: [string, Kind, number] = [owner, kind, end * minute]
    if (count === 0) {
      if (!bucket.isNew) this.#writer.remove(this.#usage, key)
      return
    }
    this.#writer.put(this.#usage, key, [count, bytes])
    if (bucket.isNew) this.#writer.put(this.#due, [minuteAfter(end * minute), 'usage', owner], true)
    bucket.isNew = false
  }
}

function find({ buckets }: Account, kind: Kind, end: number): Bucket | undefined {
  for (const bucket of buckets) if (bucket.end === end && bucket.kind === kind) return bucket
  return undefined
}

function open(account: Account, kind: Kind, end: number): Bucket {
  const bucket: Bucket = { kind, end, count: 0, bytes: 0, isNew: true, isChanged: true }
  // `push` would reserve memory for sixteen more, but most accounts have one or two buckets
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
