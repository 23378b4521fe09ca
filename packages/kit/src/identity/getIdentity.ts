import { identity } from '@latchkey/protocol/identity'
import { callApi } from '../core/callApi.ts'
import { cleanText } from '../core/cleanText.ts'
import type { Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'
import { ownPicture, foreignPicture } from '../core/foreignPicture.ts'
import type { Identity } from './identityQuery.ts'

/**
 * The name and avatar of an account, from the site's API; if that does not know its name, or there
 * is none, from the site's `identity`, such as ENS; empty without both.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted; what a node answers
 */
export async function getIdentity(
  kit: Kit,
  parameters: { address: string; signal?: AbortSignal },
): Promise<Identity> {
  const fromApi = await askApi(kit, parameters)
  const { identity: source } = kit.context.options
  if (fromApi.name !== undefined || !source) return fromApi
  const { name, avatar } = await source.identify(kit, parameters)
  const picture = ownPicture(avatar, source.pictures)
  return name ? { name: cleanText(name), ...(picture && { avatar: picture }) } : fromApi
}

/**
 * The name and avatar of an account, from the site's API; empty without an API. The request names
 * the visitor's account (`sender`, spec section 7). A name with invisible characters is dropped:
 * without them it could equal another account's name.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
async function askApi(
  { context: { api }, getState }: Kit,
  { address, signal }: { address: string; signal?: AbortSignal },
): Promise<Identity> {
  if (!api) return {}
  const { name, avatar } = await callApi(api, identity, {
    query: { address, sender: accountOf(getState())?.address },
    signal,
  })
  const picture = foreignPicture(avatar, api.apiUrl)
  const isSeen = name !== null && cleanText(name, name.length) === name
  return { ...(isSeen && name && { name: cleanText(name) }), ...(picture && { avatar: picture }) }
}
