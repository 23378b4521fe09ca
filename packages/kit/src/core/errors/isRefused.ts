import { KitError } from './KitError.ts'

/**
 * Whether an API refused a request because of one of these fields, such as `chainId` for a network
 * that it does not serve. Any other 400 is not about the fields. See
 * docs/contracts/api.md#error-body.
 */
export function isRefused(error: unknown, ...fields: readonly string[]): boolean {
  return (
    KitError.is(error, 'httpFailed') &&
    error.status === 400 &&
    error.field !== undefined &&
    fields.includes(error.field)
  )
}
