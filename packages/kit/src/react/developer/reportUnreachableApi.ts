import { supportedChains } from '@latchkey/protocol/api'
import * as times from '@latchkey/protocol/times'
import { reportToDeveloper } from '../../core/kit/alert.ts'
import { alertOf } from '../../core/errors/alertOf.lazy.ts'
import { callApi } from '../../core/http/callApi.ts'
import type { ApiContext } from '../../core/http/callApi.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { reportFaults } from './reportFaults.ts'
import { contextOf } from '../../core/kit/context.ts'

const deadApi = perKit(() => ({ isRequested: false }))

/**
 * Reports to the site's developer, once, that the API does not answer, answers unlike an API, or
 * does not let this page read its answers. Visitors would see the fault only in some places.
 * Nothing is reported while the browser is offline.
 */
export async function reportUnreachableApi(kit: Kit): Promise<void> {
  const { api } = contextOf(kit)
  if (!api || deadApi(kit).isRequested || globalThis.navigator?.onLine === false) return
  deadApi(kit).isRequested = true
  const reason: unknown = await callApi(api, supportedChains, { query: {}, retries: 0 }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!reason) return
  if (alertOf(reason)) return reportToDeveloper(kit, reason) // the API answers, and names the fault
  const isThere =
    KitError.is(reason, 'httpFailed') && reason.status === undefined && (await answersOthers(api))
  reportFaults(kit, [
    isThere
      ? optionInvalid(
          'services.api',
          'answers, but lets this page read nothing',
          `Is an API of Latchkey's at ${api.apiUrl}? A proxy before it has to pass its CORS headers on to ${globalThis.location?.origin}.`,
        )
      : optionInvalid(
          'services.api',
          `does not answer (${KitError.is(reason) ? reason.message : String(reason)})`,
          `Is an API at ${api.apiUrl}?`,
        ),
  ])
}

/**
 * Whether a server answers at the API's address, although the page may not read its answer (CORS).
 */
const answersOthers = ({ apiUrl, clock, fetch }: ApiContext) =>
  withLimit((signal) => fetch(ownUrl(apiUrl), { mode: 'no-cors', credentials: 'omit', signal }), {
    ms: times.httpRequest,
    clock,
    onTimeout: () => kitError('httpTimeout'),
  }).then(
    () => true,
    () => false,
  )
