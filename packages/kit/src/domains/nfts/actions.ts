import type { AccountId } from '@latchkey/protocol/caip'
import { loadCode } from '../../core/page/loadCode.ts'
import { fetchPages } from '../../core/http/fetchAnswer.ts'
import {
  checkQueryParameters,
  checkText,
  checkWatchParameters,
} from '../../core/options/checkQueryParameters.ts'
import type { QueryParameters, WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { accountIdOn, eachAccount } from '../../core/queries/eachAccount.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { watchPages } from '../../core/queries/watchPages.ts'
import type { Pages } from '../../core/queries/watchPages.ts'
import type { NftPage } from './getNfts.lazy.ts'
import { joinNftPages, nftsQuery } from './nftsQuery.ts'
import type { NftsAnswer } from './nftsAnswer.ts'

/**
 * The NFTs of the visitor's account `accountId` (CAIP-10), or `disconnected` if no account is
 * connected. `fetchNext` loads another page; after an error it retries.
 */
export type NftsState =
  | { status: 'disconnected' }
  | (NftsAnswer & { accountId: AccountId; fetchNext(): void })

/**
 * Returns NFTs of the visitor's account, 50 a page. They include spam, which is marked. Without a
 * `cursor` it returns all loaded NFTs, at least the first page. They are cached for 30 s, in the
 * cache that the screens and hooks use. `next` is the cursor of the next page, absent on the last
 * page. Undefined if there is no API, or the API does not list NFTs of this network.
 * @throws KitError addressMissing without a wallet of that namespace; networkNotFound,
 *   optionInvalid; httpFailed, answerInvalid, requestAborted; httpTimeout
 */
export async function getNfts(
  kit: Kit,
  parameters: QueryParameters & { cursor?: string } = {},
): Promise<NftPage | undefined> {
  const accountId = accountIdOn(kit, checkQueryParameters(kit, parameters))
  if (!accountId) throw kitError('addressMissing')
  const { cursor, signal } = parameters
  if (cursor !== undefined) {
    checkText('cursor', cursor, 'Pass `next` of the page before.')
    return (await loadCode(import('./getNfts.lazy.ts'))).getNfts(kit, { accountId, cursor, signal })
  }
  const pages = await fetchPages(kit, nftsQuery(kit, accountId), signal)
  const nfts = joinNftPages(pages)
  return nfts ? { nfts, next: pages.at(-1)?.next } : undefined
}

/**
 * Follows the NFTs of the visitor's account until the returned function is called. When the
 * account, the network or the connection changes, it follows the new account. The NFTs are
 * requested again when a transaction of the kit ends.
 * @throws KitError optionInvalid, networkNotFound
 */
export function watchNfts(
  kit: Kit,
  watchParameters: Pick<QueryParameters, 'networkId'> & WatchParameters<NftsState>,
): () => void {
  const { networkId, notify } = checkWatchParameters(kit, watchParameters)
  return eachAccount(kit, networkId, (accountId) => {
    if (!accountId) {
      notify({ status: 'disconnected' })
      return () => {}
    }
    return watchPages(kit, nftsQuery(kit, accountId), (pages, fetchNext) =>
      notify({ ...nftsIn(pages), accountId, fetchNext }),
    ).stop
  })
}

function nftsIn(pages: Pages<NftPage | null>): NftsAnswer {
  if (pages.status !== 'success') return pages
  const data = joinNftPages(pages.pages)
  return data ? { status: 'success', data, next: pages.next } : { status: 'unsupported' }
}
