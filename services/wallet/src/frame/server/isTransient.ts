import { isFault } from '../bridge/Fault.ts'

/**
 * Whether a failure is transient: the server was not reached, or asks for another attempt. The
 * request may still have been executed.
 */
export function isTransient(error: unknown): boolean {
  return (
    isFault(error, 'offline') ||
    isFault(error, 'httpFailed') ||
    isFault(error, 'httpTimeout') ||
    isFault(error, 'unavailable')
  )
}
