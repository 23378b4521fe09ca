import { identity, isNamedAddress } from '@latchkey/protocol/identity'
import { callApi } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { ownPicture, foreignPicture } from '../../core/http/foreignPicture.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Identity } from './rememberedIdentity.ts'

/**
 * Returns the name and avatar of an account. The source is the site's API. If there is no API, or
 * it has no name, the source is the option `identity`, such as ENS. Empty if neither has a name.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted; the error of a node
 */
export async function getIdentity(
  kit: Kit,
  parameters: { address: string; signal?: AbortSignal },
): Promise<Identity> {
  const fromApi = await askApi(kit, parameters)
  const { identity: source } = contextOf(kit).options
  if (fromApi.name !== undefined || !source) return fromApi
  const { name, avatar } = await source.identify(kit, parameters)
  const picture = ownPicture(avatar, source.pictures)
  return name ? { name: cleanText(name), ...(picture && { avatar: picture }) } : fromApi
}

/**
 * Returns the name and avatar of an account from the site's API; empty without an API, and for
 * addresses that it does not take. The request names the visitor's account as `sender`. A name with invisible characters is dropped, because it
 * could look like another account's name.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
async function askApi(
  kit: Kit,
  { address, signal }: { address: string; signal?: AbortSignal },
): Promise<Identity> {
  const { api } = contextOf(kit)
  const { getState } = kit
  if (!api || !isNamedAddress(address)) return {}
  const { name, avatar } = await callApi(api, identity, {
    query: { address, sender: accountOf(getState())?.address },
    signal,
  })
  const picture = foreignPicture(avatar, api.apiUrl)
  const isSeen = name !== null && cleanText(name, name.length) === name
  return { ...(isSeen && name && { name: cleanText(name) }), ...(picture && { avatar: picture }) }
}
