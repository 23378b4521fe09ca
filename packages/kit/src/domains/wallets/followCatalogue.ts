import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit/kit.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The data of the catalogue that the Connect screen needs. */
export type Catalogue = {
  /** Undefined while the answer may still arrive; empty if it does not. */
  featured: readonly Wallet[] | undefined
  recommended: readonly Wallet[] | undefined
  /**
   * The number of all wallets, once it is known. Undefined if there are no others to choose from.
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
 * Follows the wallets that are not in this browser, if the site has an API that lists them, and a
 * method to connect them.
 */
export type CatalogueFollower = {
  read(): Catalogue
  /** Requests the lists and calls back for each answer, until the returned function is called. */
  follow(onChange: () => void): () => void
}

/** Makes the follower. No request is sent before `follow`. */
export function followCatalogue(kit: Kit): CatalogueFollower {
  const {
    api,
    options: { features, featuredWalletIds, enableWallets, enableWalletConnect },
    clock,
  } = contextOf(kit)
  const answers: Answers = {}
  let isBroken = false
  let isHolding = true
  const wantsAll = features?.allWallets !== false
  const wantsFeatured = Boolean(featuredWalletIds?.length)
  const listOf = (answer: Answers['featured'], isExpected: boolean) =>
    // a browser that is offline sends no request
    answer?.data ??
    (isExpected &&
    isHolding &&
    !isBroken &&
    globalThis.navigator?.onLine !== false &&
    (answer?.status ?? 'pending') === 'pending'
      ? undefined
      : [])

  return {
    read() {
      const isUsed = api !== undefined && enableWallets !== false && enableWalletConnect !== false
      const { count } = answers
      const hasOthers = count?.data === undefined ? count?.status !== 'error' : count.data > 0
      return {
        featured: listOf(answers.featured, isUsed && wantsFeatured),
        recommended: listOf(answers.recommended, isUsed),
        all: isUsed && wantsAll && !isBroken && hasOthers ? { count: count?.data } : undefined,
      }
    },
    follow(onChange) {
      let isGone = false
      const stops = [
        clock.setTimeout(() => {
          isHolding = false
          onChange()
        }, times.placesHeld),
      ]
      // loaded only when a request is due: no wallet of this browser waits for it
      Promise.all([import('./catalogue/walletsQuery.lazy.ts'), contextOf(kit).queries()]).then(
        ([queries, { observe }]) => {
          if (isGone) return
          const useAnswers = <name extends keyof Answers>(
            name: name,
            query: {
              getCurrentResult(): NonNullable<Answers[name]>
              subscribe(listener: (answer: NonNullable<Answers[name]>) => void): () => void
            },
          ) => {
            answers[name] = query.getCurrentResult()
            stops.push(
              query.subscribe((answer) => {
                answers[name] = answer
                onChange()
              }),
            )
          }
          useAnswers('recommended', observe(queries.recommendedWalletsQuery(kit)))
          if (wantsFeatured) useAnswers('featured', observe(queries.featuredWalletsQuery(kit)))
          if (wantsAll) useAnswers('count', observe(queries.walletCountQuery(kit)))
          onChange()
        },
        () => {
          isBroken = true // the list is shown without the catalogue
          if (!isGone) onChange()
        },
      )
      return () => {
        isGone = true
        for (const stop of stops) stop()
      }
    },
  }
}
