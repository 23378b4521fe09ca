import type { ErrorCode } from './errors.ts'
import { KitError } from './KitError.ts'
import type { Alert } from './state.ts'

/** Words by which a service says that the project id is missing. */
const isMissing = /project ?id ?(is )?(not specified|missing|required|undefined)/i

/** Alerts by the words of a relay when it closes the connection (code 3000). */
const refusals: readonly (readonly [words: RegExp, code: Alert['code']])[] = [
  [/origin not allowed/i, 'alertInvalidConfiguration'],
  [isMissing, 'alertProjectIdMissing'],
  [/invalid key|project ?not ?found|project ?inactive/i, 'alertInvalidProjectId'],
  [/not yet valid|expired/i, 'alertSessionExpired'],
]

/** Alerts by error codes that the site causes, not the visitor. */
const faults: { [code in ErrorCode]?: Alert['code'] } = {
  networkNotFound: 'alertNetworkNotFound',
  relayUnreachable: 'alertInvalidConfiguration',
  optionInvalid: 'alertInvalidConfiguration',
  packageMissing: 'alertInvalidConfiguration',
  socketUrlInvalid: 'alertInvalidConfiguration',
  alertSessionExpired: 'alertSessionExpired',
}

/** Alerts by HTTP status of one of the services. API contract, project check */
const statuses: Record<number, Alert['code']> = { 401: 'alertInvalidProjectId', 403: 'alertInvalidConfiguration' }

/** The alert that tells the site's developer of an error; undefined where the site did not cause it. */
export function alertOf(error: unknown): Alert['code'] | undefined {
  if (!KitError.is(error)) return undefined
  const { code, details = '', status = 0, cause } = error
  if (code === 'socketClosedAbnormally') return refusals.find(([words]) => words.test(details))?.[1]
  if (code === 'httpFailed' && status === 400 && isMissing.test(details)) return 'alertProjectIdMissing'
  return faults[code] ?? (code === 'httpFailed' ? statuses[status] : undefined) ?? alertOf(cause)
}
