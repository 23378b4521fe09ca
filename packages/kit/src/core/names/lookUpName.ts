import { profileAccount } from '@latchkey/protocol/profile'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import * as times from '@latchkey/protocol/times'
import { callApi } from '../http/callApi.ts'
import type { ApiContext } from '../http/callApi.ts'
import { kitError } from '../errors/errors.ts'
import { KitError } from '../errors/KitError.ts'
import type { Kit } from '../kit/kit.ts'
import { noteServiceTime } from './serviceTime.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Options of the lookup of a name. With `isFresh`, the API gets a request even if an answer is
 * cached.
 */
type Options = { isFresh?: boolean; signal?: AbortSignal }

/**
 * The key of a name in the kit's query cache. Latin letters are compared without regard to case.
 */
export const nameKey = (name: string) =>
  ['name', name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())] as const

/**
 * The record of a name by the site's API, cached for five minutes. Undefined if the name is not
 * registered.
 * @throws KitError nameUnresolved, with the service's reason as `details`; requestAborted
 */
export async function lookUpName(
  kit: Kit,
  api: ApiContext,
  name: string,
  { isFresh, signal }: Options = {},
): Promise<ProfileRecord | undefined> {
  const { client } = await contextOf(kit).queries()
  const queryKey = nameKey(name)
  // the request gets no signal, because several callers may wait for its answer
  const request = client.fetchQuery({
    queryKey,
    staleTime: isFresh ? 0 : times.nameCache,
    networkMode: 'always',
    queryFn: () =>
      callApi(api, profileAccount, {
        query: { name: queryKey[1], apiVersion: '2' },
        retries: 1,
        onHeaders: (headers) => noteServiceTime(kit, headers),
      }),
  })
  const found = await request.catch((cause: unknown) => {
    const { details, status } = KitError.is(cause) ? cause : {}
    throw kitError('nameUnresolved', { cause, details, status })
  })
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  return Array.isArray(found) ? undefined : found
}
