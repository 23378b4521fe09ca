import type { ErrorCode } from './errors.ts'
import { KitError } from './KitError.ts'
import type { Alert } from '../kit/state.ts'

/** Matches a service's message that the project id is missing. */
const isMissing = /project ?id ?(is )?(not specified|missing|required|undefined)/i

/**
 * Alerts by the reason that a relay gives when it closes the connection (code 3000). `mend` is
 * advice for reasons that contain none.
 */
const refusals: readonly (readonly [words: RegExp, code: Alert['code'], mend?: string])[] = [
  [
    /origin not allowed/i,
    'alertInvalidConfiguration',
    'Add {origin} to the origins that the relay lets in, and pass the projectId that has them.',
  ],
  [isMissing, 'alertProjectIdMissing'],
  [/invalid key|project ?not ?found|project ?inactive/i, 'alertInvalidProjectId'],
  [
    /not yet valid|expired/i,
    'alertSessionExpired',
    'The clock of this device, or that of the relay, is wrong.',
  ],
]

/** Alerts by the codes of errors that the site causes, not the visitor. */
const faults: { [code in ErrorCode]?: Alert['code'] } = {
  networkNotFound: 'alertNetworkNotFound',
  relayUnreachable: 'alertInvalidConfiguration',
  optionInvalid: 'alertInvalidConfiguration',
  packageMissing: 'alertInvalidConfiguration',
  socketUrlInvalid: 'alertInvalidConfiguration',
  alertSessionExpired: 'alertSessionExpired',
}

/** Alerts by HTTP status of one of the services. See docs/contracts/api.md#project-and-caller. */
const statuses: Record<number, Alert['code']> = {
  401: 'alertInvalidProjectId',
  403: 'alertInvalidConfiguration',
}

/**
 * The advice on an error for the site's developer: the service's own sentence, if it sent one, and
 * how to correct the fault.
 */
export function adviceOf(error: KitError): string {
  const { code, details, message } = error
  const [, , mend] =
    (code === 'socketClosedAbnormally' && refusals.find(([words]) => words.test(details ?? ''))) ||
    []
  return [
    details ?? message,
    mend?.replace('{origin}', () => globalThis.location?.origin ?? 'the origin of this page'),
  ]
    .filter(Boolean)
    .join('. ')
}

/**
 * The alert about an error for the site's developer. Undefined where the site did not cause the
 * error.
 */
export function alertOf(error: unknown): Alert['code'] | undefined {
  if (!KitError.is(error)) return undefined
  const { code, details = '', status = 0, cause } = error
  if (code === 'socketClosedAbnormally') return refusals.find(([words]) => words.test(details))?.[1]
  if (code === 'httpFailed' && status === 400 && isMissing.test(details))
    return 'alertProjectIdMissing'
  return faults[code] ?? (code === 'httpFailed' ? statuses[status] : undefined) ?? alertOf(cause)
}
