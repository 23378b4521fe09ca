import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit/kit.ts'
import type { Wallet, WalletList } from '../../core/contracts/wallet.ts'
import { lazily } from '../../core/page/loadCode.ts'
import { painted } from '../../core/page/painted.ts'
import { contextOf } from '../../core/kit/context.ts'
import { loadedQueries, loadQueries } from '../../core/queries/loadQueries.ts'

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
  featured?: Answer<readonly Wallet[]> | undefined
  recommended?: Answer<readonly Wallet[]> | undefined
  count?: Answer<number> | undefined
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
const loadWalletQueries = lazily(
  async () => (walletQueries = await import('./walletsQuery.lazy.ts')),
)
type WalletQueries = typeof import('./walletsQuery.lazy.ts')
let walletQueries: WalletQueries | undefined

/** The answers of an earlier opening, so that a list is complete before it is shown. */
function cachedAnswers(kit: Kit): Answers {
  const client = loadedQueries(kit)?.client
  if (!client || !walletQueries) return {}
  const { recommendedWalletsQuery, featuredWalletsQuery, firstPageQuery, countAll } = walletQueries
  const answerOf = <data>(data: data | undefined): Answer<data> | undefined =>
    data === undefined ? undefined : { data, status: 'success' }
  const page = client.getQueryData<WalletList>(firstPageQuery(kit).queryKey)
  return {
    recommended: answerOf(
      client.getQueryData<readonly Wallet[]>(recommendedWalletsQuery(kit).queryKey),
    ),
    featured: answerOf(client.getQueryData<readonly Wallet[]>(featuredWalletsQuery(kit).queryKey)),
    count: answerOf(page && countAll(kit, page)),
  }
}

/**
 * Loads the code that requests the catalogue, so that the first request leaves at once. It sends no
 * request to the API, and loads nothing if the site does not use the catalogue.
 */
export const loadCatalogue = async (kit: Kit): Promise<unknown> =>
  isUsedBy(kit) &&
  Promise.all([
    loadWalletQueries().then(({ loadWalletList }) => loadWalletList()),
    loadQueries(kit),
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
  readonly #answers: Answers
  readonly #wantsAll: boolean
  readonly #wantsFeatured: boolean
  #isBroken = false
  #isHolding = true

  constructor(kit: Kit) {
    const { features, featuredWalletIds } = contextOf(kit).options
    this.#kit = kit
    this.#answers = cachedAnswers(kit)
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
    const take = <stored>(
      query: Followed<Answer<stored>>,
      store: (answer: Answer<stored>) => void,
    ) => {
      store(query.getCurrentResult())
      stops.push(
        query.subscribe((answer) => {
          store(answer)
          onChange()
        }),
      )
    }
    // The code is loaded only now, so that the wallets of this browser are listed without waiting
    // for it. The requests are sent when these wallets have been painted.
    Promise.all([loadWalletQueries(), loadQueries(kit), painted()]).then(
      ([queries, { observe }]) => {
        if (isGone) return
        const answers = this.#answers
        take(observe(queries.recommendedWalletsQuery(kit)), (answer) => {
          answers.recommended = answer
        })
        if (this.#wantsFeatured)
          take(observe(queries.featuredWalletsQuery(kit)), (answer) => {
            answers.featured = answer
          })
        if (this.#wantsAll)
          take(observe(queries.firstPageQuery(kit)), ({ data, status }) => {
            answers.count = { data: data && queries.countAll(kit, data), status }
          })
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
