import type { ErrorCode } from './errors.ts'
import { KitError } from './KitError.ts'
import type { Alert } from './state.ts'

/** What the words of a service mean, where a project is missing. */
const isMissing = /project ?id ?(is )?(not specified|missing|required|undefined)/i

/** What a relay's words mean when it closes the door (code 3000). */
const refusals: readonly (readonly [words: RegExp, code: Alert['code']])[] = [
  [/origin not allowed/i, 'alertInvalidConfiguration'],
  [isMissing, 'alertProjectIdMissing'],
  [/invalid key|project ?not ?found|project ?inactive/i, 'alertInvalidProjectId'],
  [/not yet valid|expired/i, 'alertSessionExpired'],
]

/** Codes behind which stands a fault of the site, not of the visitor. */
const faults: { [code in ErrorCode]?: Alert['code'] } = {
  networkNotFound: 'alertNetworkNotFound',
  relayUnreachable: 'alertInvalidConfiguration',
  optionInvalid: 'alertInvalidConfiguration',
  packageMissing: 'alertInvalidConfiguration',
  socketUrlInvalid: 'alertInvalidConfiguration',
  alertSessionExpired: 'alertSessionExpired',
}

/** Of an HTTP status of one of the services. API contract, project check */
const statuses: Record<number, Alert['code']> = { 401: 'alertInvalidProjectId', 403: 'alertInvalidConfiguration' }

/** What a site's developer should know of an error, if anything. */
export function alertOf(error: unknown): Alert['code'] | undefined {
  if (!KitError.is(error)) return undefined
  const { code, details = '', status = 0, cause } = error
  if (code === 'socketClosedAbnormally') return refusals.find(([words]) => words.test(details))?.[1]
  if (code === 'httpFailed' && status === 400 && isMissing.test(details)) return 'alertProjectIdMissing'
  return faults[code] ?? (code === 'httpFailed' ? statuses[status] : undefined) ?? alertOf(cause)
}
