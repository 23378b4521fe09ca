import { KitError } from './KitError.ts'

/**
 * Rethrows an error from before a transaction was sent, such as one of a wallet that only signs. It
 * is marked as "not sent": whatever the error says, nothing was sent.
 * @throws KitError marked so; any other error as it is
 */
export function throwAsUnsent(error: unknown): never {
  if (!KitError.is(error)) throw error
  const { code, message, cause, details, refusal } = error
  throw new KitError(code, message, {
    cause,
    ...(details !== undefined && { details }),
    ...(refusal !== undefined && { refusal }),
    isUnsent: true,
  })
}
