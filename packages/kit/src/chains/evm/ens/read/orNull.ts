import { KitError } from '../../../../core/errors/KitError.ts'

/**
 * Null when a resolver refuses or returns invalid data. A node that does not answer is an error.
 * @throws KitError of the node
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
