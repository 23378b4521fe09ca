import { KitError } from '../../../../core/errors/KitError.ts'

/**
 * Awaits a lookup, and returns null when a resolver refuses it or returns invalid data.
 * @throws KitError when the node does not answer
 */
export async function orNull<value>(promise: Promise<value>): Promise<value | null> {
  try {
    return await promise
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      if (KitError.is(cause)) throw cause
    return null
  }
}
