import type { NetworkId } from '@latchkey/protocol/caip'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { namespaceIn } from '../../../core/accounts/facetOf.ts'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'
import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { choice, networkId, text } from '../../modal/openingRules.ts'
import type { AccountOpenings, AccountViews } from './index.ts'
import { contextOf } from '../../../core/kit/context.ts'

const hash = text('the hash of a transaction, as the network names it')

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<AccountViews, AccountOpenings> = {
  Account: { rules: { tab: choice('tokens', 'nfts', 'activity') }, toParams: (given) => given },
  Transaction: {
    rules: { hash, id: text('the id of an entry of the history'), networkId },
    toParams({ networkId: requested, ...given }, kit) {
      const named = requested as NetworkId | undefined // the rule checked it
      if (given.hash === undefined && given.id === undefined)
        throw optionInvalid(
          'open.hash',
          'is missing',
          'Pass the hash of a transaction, or the id of an entry of the history.',
        )
      const namespaces =
        named === undefined
          ? contextOf(kit).adapters.map((adapter) => adapter.namespace)
          : [namespaceIn(kit, named)]
      if (
        given.hash !== undefined &&
        !namespaces.some((namespace) => isTransactionHash(given.hash, namespace))
      )
        throw optionInvalid('open.hash', 'is not valid', hash.hint)
      return { ...given, networkId: named }
    },
  },
}
