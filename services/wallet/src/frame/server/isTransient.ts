import { isFault } from '../bridge/Fault.ts'

/**
 * Whether a failure says nothing about the request: the server was not reached, or asks to try
 * again. It may have done what it was asked.
 */
export function isTransient(error: unknown): boolean {
  return (
    isFault(error, 'offline') ||
    isFault(error, 'httpFailed') ||
    isFault(error, 'httpTimeout') ||
    isFault(error, 'unavailable')
  )
}
