import { fault } from '../bridge/Fault.ts'
import type { Fault, FaultValues } from '../bridge/Fault.ts'
import { faults } from '../bridge/faults.ts'
import type { FaultCode } from '../bridge/faults.ts'

/**
 * The fault for a refusal by the server: `{ error: code, … }` with the values of its sentence.
 */
export function faultOf(status: number, body: unknown): Fault {
  const { error, ...rest } =
    // the cast is safe: `error` is read as unknown
    typeof body === 'object' && body !== null ? (body as { error?: unknown }) : {}
  if (typeof error === 'string' && Object.hasOwn(faults, error))
    return fault(error as FaultCode, valuesOf(rest)) // `hasOwn` has just checked the code
  if (status === 429) return fault('tooManyRequests')
  return fault(status === 401 ? 'loginRequired' : 'httpFailed')
}

/** The numbers of a refusal, such as `seconds` and `left`, for the placeholders of its sentence. */
function valuesOf(rest: object): { values?: FaultValues } {
  const numbers = Object.entries(rest)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .slice(0, 4)
  return numbers.length > 0 ? { values: Object.fromEntries(numbers) } : {}
}
