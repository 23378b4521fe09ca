import { identity } from '@latchkey/protocol/identity'
import { callApi } from '../core/callApi.ts'
import { cleanText } from '../core/cleanText.ts'
import type { Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'
import { strangePicture } from '../core/strangePicture.ts'
import type { Identity } from './identityQuery.ts'

/**
 * Who an account says it is, from the site's API, which is told who asks (`sender`, spec section 7); empty where there is none. A name with characters that nobody sees is no name: without
 * them it would be another account's.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function getIdentity({ context: { api }, getState }: Kit, { address, signal }: { address: string; signal?: AbortSignal }): Promise<Identity> {
  if (!api) return {}
  const { name, avatar } = await callApi(api, identity, { query: { address, sender: accountOf(getState())?.address }, signal })
  const picture = strangePicture(avatar, api.apiUrl)
  const isSeen = name !== null && cleanText(name, name.length) === name
  return { ...(isSeen && name && { name: cleanText(name) }), ...(picture && { avatar: picture }) }
}
