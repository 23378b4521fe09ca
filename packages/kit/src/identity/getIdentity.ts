import * as counts from '@latchkey/protocol/counts'
import { identity } from '@latchkey/protocol/identity'
import { callApi } from '../core/callApi.ts'
import type { Kit } from '../core/kit.ts'
import { strangePicture } from '../core/strangePicture.ts'
import type { Identity } from './identityQuery.ts'

/**
 * Who an account says it is, from the site's API; empty where there is none.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function getIdentity({ context: { api } }: Kit, { address, signal }: { address: string; signal?: AbortSignal }): Promise<Identity> {
  if (!api) return {}
  const { name, avatar } = await callApi(api, identity, { query: { address }, signal })
  const picture = strangePicture(avatar)
  return { ...(name && { name: name.slice(0, counts.foreignName) }), ...(picture && { avatar: picture }) }
}
