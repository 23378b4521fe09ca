import { NodesError, type Request } from '../../../providers/nodes.ts'
import { readings, type EsploraTransaction } from '../esplora/esploraWire.ts'
import type { Tip } from '../esplora/atOneTip.ts'
import { checkTogether, madeBy, spentBy, sumOf, type Coin, type OwnAddress } from '../ownCoins.ts'
import type { Resume } from './resume.ts'

/** A transaction in a block. */
export type Mined = EsploraTransaction & {
  status: Extract<EsploraTransaction['status'], { confirmed: true }>
}

type WalkOptions = {
  address: OwnAddress
  /** The scripts of all addresses of the account. */
  scripts: ReadonlySet<string>
  tip: Tip
  signal: AbortSignal
}

/** A walk does not fit to the place where it started, which a client may have invented. */
export class LostPlaceError extends NodesError {}

/** Maximum of pages that are read of one address for one page of a history. */
const maxPages = 80

const isMined = (found: EsploraTransaction): found is Mined => found.status.confirmed

/**
 * Reads the transactions of one address from one node, newest first, a page at a time. Each page
 * is checked: its order, its blocks, that nothing is listed twice; and at the end that nothing is
 * missing.
 */
export class AddressWalk {
  /** The transactions in blocks that were read, newest first. */
  readonly rows: Mined[] = []
  /** The transactions that wait for a block. Empty for a walk that does not start at the top. */
  waiting: readonly EsploraTransaction[] = []
  /** Whether the node lists all transactions that wait. */
  isWaitingWhole = true
  /** Whether all transactions were read, down to the oldest. */
  isDone = false
  readonly #request: Request
  readonly #address: OwnAddress
  /** The scripts of all addresses of the account. */
  readonly #scripts: ReadonlySet<string>
  readonly #tip: Tip
  readonly #signal: AbortSignal
  /** Where the walk starts; undefined at the top. */
  #start: Resume | undefined
  /** How many transactions of the address are in blocks; below the start, if there is one. */
  #count = 0
  #sum = 0n
  #last: string | undefined
  #pages = 0

  private constructor(request: Request, { address, scripts, tip, signal }: WalkOptions) {
    this.#request = request
    this.#address = address
    this.#scripts = scripts
    this.#tip = tip
    this.#signal = signal
  }

  /**
   * Opens a walk, and reads its first page.
   * @param options.from where an earlier page ended. If the node does not have this transaction any
   *   more, the walk starts at the top
   * @throws NodesError
   */
  static async open(
    request: Request,
    options: WalkOptions & { from: Resume | undefined },
  ): Promise<AddressWalk> {
    const walk = new AddressWalk(request, options)
    if (!options.from || !(await walk.#resume(options.from))) await walk.#begin()
    return walk
  }

  /**
   * The lowest height above which all transactions were read; the transactions of its block may be
   * incomplete. −1 when all were read.
   */
  get reached(): number {
    return this.isDone ? -1 : (this.rows.at(-1)?.status.block_height ?? Infinity)
  }

  /** Reads the next page. @throws LostPlaceError; NodesError */
  async next(): Promise<void> {
    if (this.#pages >= maxPages) throw new NodesError('More transactions than are read at once')
    const params = [this.#address.text, ...(this.#last === undefined ? [] : [this.#last])]
    const page = await this.#request(
      'confirmed',
      params,
      this.#signal,
      readings.transactions(this.#scripts),
    )
    try {
      this.#add(page)
    } catch (error) {
      if (!this.#start || !(error instanceof NodesError)) throw error
      throw new LostPlaceError('The node does not continue there', { cause: error })
    }
  }

  /**
   * Where another walk may start to get all transactions below a height that this one has reached.
   * Undefined if it has to start at the top.
   */
  resumeAbove(height: number): Resume | undefined {
    const above = this.rows.findLast(({ status }) => status.block_height > height)
    if (!above) return this.#start
    const below = this.rows.filter(
      ({ status }) => status.block_height >= above.status.block_height,
    ).length
    return { txid: above.txid, older: this.#count - below }
  }

  /** Starts below a transaction. Returns whether the node still has it in a block. */
  async #resume(start: Resume): Promise<boolean> {
    const found = await this.#find(start.txid)
    if (!found) return false
    this.#start = start
    this.#floor = found.status.block_height
    this.#count = start.older
    this.#last = start.txid
    this.isDone = start.older === 0
    if (!this.isDone) await this.next()
    return true
  }

  /** The transactions of the start's block were on earlier pages, and are skipped. */
  #floor = Infinity

  async #find(txid: string): Promise<Mined | undefined> {
    try {
      const found = await this.#request(
        'transaction',
        [txid],
        this.#signal,
        readings.transaction(this.#scripts),
      )
      return isMined(found) ? found : undefined
    } catch (error) {
      if (error instanceof NodesError && (error.code === 404 || error.code === 400))
        return undefined
      throw error
    }
  }

  /** Starts at the top, with the transactions that wait. */
  async #begin(): Promise<void> {
    const { text } = this.#address
    const [{ chain_stats, mempool_stats }, newest] = await Promise.all([
      this.#request('address', [text], this.#signal, readings.address),
      this.#request('newest', [text], this.#signal, readings.transactions(this.#scripts)),
    ])
    this.#count = chain_stats.tx_count
    this.#sum = chain_stats.funded_txo_sum - chain_stats.spent_txo_sum
    this.waiting = newest.filter((found) => !found.status.confirmed)
    this.isWaitingWhole = this.waiting.length >= mempool_stats.tx_count
    this.#add(newest.filter(isMined))
    // the first page of some servers is full of transactions that wait
    if (!this.isDone && this.rows.length === 0) await this.next()
  }

  /** Checks a page, and adds it. @throws NodesError */
  #add(page: readonly EsploraTransaction[]): void {
    const isFirst = this.#pages === 0 && !this.#start
    this.#pages += 1
    const mined = page.filter(isMined)
    if (mined.length !== page.length) throw new NodesError('A block lacks its height')
    if (page.length === 0 && !isFirst) throw new NodesError('Transactions are missing')
    for (const found of mined) {
      const { block_height } = found.status
      if (
        block_height > Math.min(this.#tip.height, this.rows.at(-1)?.status.block_height ?? Infinity)
      )
        throw new NodesError('Transactions are not in the order of their blocks')
      if (block_height === this.#tip.height && found.status.block_hash !== this.#tip.hash)
        throw new NodesError('A block of another chain')
      this.#last = found.txid
      if (block_height < this.#floor) this.rows.push(found)
    }
    checkTogether(this.rows, this.#address)
    if (this.rows.length > this.#count) throw new NodesError('More transactions than there are')
    this.isDone = this.rows.length === this.#count
    if (this.isDone && !this.#start && this.#netSum() !== this.#sum)
      throw new NodesError('The transactions do not give the balance')
  }

  /** What all transactions together leave at the address. */
  #netSum(): bigint {
    const isOwn = ({ script }: Coin) => script === this.#address.script
    return (
      sumOf(this.rows.flatMap(madeBy).filter(isOwn)) -
      sumOf(this.rows.flatMap(spentBy).filter(isOwn))
    )
  }
}
