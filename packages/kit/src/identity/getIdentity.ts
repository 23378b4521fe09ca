import * as counts from '@latchkey/protocol/counts'
import { identity } from '@latchkey/protocol/identity'
import { callApi } from '../core/callApi.ts'
import type { Kit } from '../core/kit.ts'
import type { Identity } from './identityQuery.ts'

/** Characters of a picture that stands in the answer itself: what the API allows, as base64. */
const pictureCharacters = Math.ceil((counts.nftMetadataBytes * 4) / 3) + 64

/**
 * Who an account says it is, from the site's API; empty where there is none.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function getIdentity({ context: { api } }: Kit, { address, signal }: { address: string; signal?: AbortSignal }): Promise<Identity> {
  if (!api) return {}
  const { name, avatar } = await callApi(api, identity, { query: { address }, signal })
  const isPicture = avatar !== null && (/^data:image\//i.test(avatar) ? avatar.length <= pictureCharacters : /^https?:\/\//i.test(avatar) && avatar.length <= counts.walletLink)
  return { ...(name && { name: name.slice(0, counts.foreignName) }), ...(isPicture && { avatar }) }
}
