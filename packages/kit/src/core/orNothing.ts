import { KitError } from './KitError.ts'

/**
 * Resolves to undefined where a node or a service fails; only an aborted wait rejects. @throws
 * KitError requestAborted
 */
export async function orNothing<value>(asked: Promise<value>): Promise<value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (KitError.is(error, 'requestAborted')) throw error
    return undefined
  }
}
