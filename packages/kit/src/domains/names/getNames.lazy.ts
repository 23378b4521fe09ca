import { profileReverse } from '@latchkey/protocol/profile'
import type { InferInput } from 'valibot'
import { callApi } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { accountOf } from '../../core/kit/state.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { AccountName } from './namesQuery.ts'
import { toAccountName } from './record.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The maximum length of a name. Source: RFC 1035 */
const maxLength = 255

/**
 * The names of an account from the site's API, the oldest first. Empty without an API. The request
 * names the visitor's account as `sender` (docs/contracts/api.md#project-and-caller). A name with
 * invisible characters is dropped, because it could look like another name.
 * @throws KitError namesOfAddressFailed, with the service's reason as `details`; requestAborted
 */
export async function getNames(
  kit: Kit,
  { address, signal }: { address: string; signal?: AbortSignal },
): Promise<readonly AccountName[]> {
  const { api } = contextOf(kit)
  const { getState } = kit
  if (!api) return []
  // the cast: any text may be sent, and the service refuses an invalid address with its reason
  const records = await callApi(api, profileReverse, {
    query: {
      address: address as InferInput<(typeof profileReverse)['query']>['address'],
      sender: accountOf(getState())?.address,
      apiVersion: '2',
    },
    signal,
  }).catch((cause: unknown) => {
    if (KitError.is(cause, 'requestAborted')) throw cause
    const { details, status } = KitError.is(cause) ? cause : {}
    throw kitError('namesOfAddressFailed', { cause, details, status })
  })
  return records.flatMap((record) =>
    cleanText(record.name, maxLength) === record.name ? toAccountName(record) : [],
  )
}
