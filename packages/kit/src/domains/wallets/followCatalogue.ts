import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit/kit.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { lazily } from '../../core/page/loadCode.ts'
import { painted } from '../../core/page/painted.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The data of the catalogue that the Connect screen needs. */
export type Catalogue = {
  /**
   * Both lists are undefined while the answer may still arrive, and empty if it does not arrive.
   */
  featured: readonly Wallet[] | undefined
  recommended: readonly Wallet[] | undefined
  /**
   * The number of all wallets, once it is known. Undefined if the catalogue has no wallets to
   * choose from.
   */
  all: { count: number | undefined } | undefined
}

type Answer<data> = { data: data | undefined; status: 'pending' | 'success' | 'error' }
type Answers = {
  featured?: Answer<readonly Wallet[]>
  recommended?: Answer<readonly Wallet[]>
  count?: Answer<number>
}

/**
 * Follows the catalogue: the wallets that are not in this browser. It is empty if the site has no
 * API, or no method to connect such wallets.
 */
export type CatalogueFollower = {
  read(): Catalogue
  /** Requests the lists and calls back for each answer, until the returned function is called. */
  follow(onChange: () => void): () => void
}

/** Whether the site lets visitors choose wallets of the catalogue. */
function isUsedBy(kit: Kit): boolean {
  const { api, options } = contextOf(kit)
  return (
    api !== undefined && options.enableWallets !== false && options.enableWalletConnect !== false
  )
}

/**
 * The code of the queries. Its promise is kept, because the browser resolves `import()` of a module
 * that is loaded only after the next frame.
 */
const loadQueries = lazily(() => import('./walletsQuery.lazy.ts'))

/**
 * Loads the code that requests the catalogue, so that the first request leaves at once. It sends no
 * request to the API, and loads nothing if the site does not use the catalogue.
 */
export const loadCatalogue = async (kit: Kit): Promise<unknown> =>
  isUsedBy(kit) &&
  Promise.all([
    loadQueries().then(({ loadWalletList }) => loadWalletList()),
    contextOf(kit).queries(),
  ])

/** Creates a follower of the catalogue. It sends no request before `follow` is called. */
export function followCatalogue(kit: Kit): CatalogueFollower {
  return new Follower(kit)
}

/** The observer of one query of the catalogue. */
type Followed<answer> = {
  getCurrentResult(): answer
  subscribe(listener: (answer: answer) => void): () => void
}

class Follower implements CatalogueFollower {
  readonly #kit: Kit
  readonly #answers: Answers = {}
  readonly #wantsAll: boolean
  readonly #wantsFeatured: boolean
  #isBroken = false
  #isHolding = true

  constructor(kit: Kit) {
    const { features, featuredWalletIds } = contextOf(kit).options
    this.#kit = kit
    this.#wantsAll = features?.allWallets !== false
    this.#wantsFeatured = Boolean(featuredWalletIds?.length)
  }

  read(): Catalogue {
    const { featured, recommended, count } = this.#answers
    const isUsed = isUsedBy(this.#kit)
    const hasOthers = count?.data === undefined ? count?.status !== 'error' : count.data > 0
    const hasAll = isUsed && this.#wantsAll && !this.#isBroken && hasOthers
    return {
      featured: this.#listOf(featured, isUsed && this.#wantsFeatured),
      recommended: this.#listOf(recommended, isUsed),
      all: hasAll ? { count: count?.data } : undefined,
    }
  }

  follow(onChange: () => void): () => void {
    const kit = this.#kit
    let isGone = false
    const stops = [
      contextOf(kit).clock.setTimeout(() => {
        this.#isHolding = false
        onChange()
      }, times.placesHeld),
    ]
    const take = <name extends keyof Answers>(
      name: name,
      query: Followed<NonNullable<Answers[name]>>,
    ) => {
      this.#answers[name] = query.getCurrentResult()
      stops.push(
        query.subscribe((answer) => {
          this.#answers[name] = answer
          onChange()
        }),
      )
    }
    // Loaded only now, so that the wallets of this browser are listed without waiting for it.
    // The requests are sent when these wallets have been painted.
    Promise.all([loadQueries(), contextOf(kit).queries(), painted()]).then(
      ([queries, { observe }]) => {
        if (isGone) return
        take('recommended', observe(queries.recommendedWalletsQuery(kit)))
        if (this.#wantsFeatured) take('featured', observe(queries.featuredWalletsQuery(kit)))
        if (this.#wantsAll) take('count', observe(queries.walletCountQuery(kit)))
        onChange()
      },
      () => {
        this.#isBroken = true // the code failed to load: the list is shown without the catalogue
        if (!isGone) onChange()
      },
    )
    return () => {
      isGone = true
      for (const stop of stops) stop()
    }
  }

  #listOf(answer: Answers['featured'], isExpected: boolean): readonly Wallet[] | undefined {
    const isAwaited =
      isExpected &&
      this.#isHolding &&
      !this.#isBroken &&
      // a browser that is offline sends no request
      globalThis.navigator?.onLine !== false &&
      (answer?.status ?? 'pending') === 'pending'
    return answer?.data ?? (isAwaited ? undefined : [])
  }
}
