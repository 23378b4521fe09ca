import { KitError } from './KitError.ts'

/**
 * Resolves to undefined where a node or a service fails. Only an aborted wait rejects.
 * @throws KitError requestAborted
 */
export async function orUndefined<value>(promise: Promise<value>): Promise<value | undefined> {
  try {
    return await promise
  } catch (error) {
    if (KitError.is(error, 'requestAborted')) throw error
    return undefined
  }
}
