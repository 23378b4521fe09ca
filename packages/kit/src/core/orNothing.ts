import { KitError } from './KitError.ts'

/** What a node or a service does not know or does not want to say is left open; only who gave up waiting hears of it. @throws KitError requestAborted */
export async function orNothing<value>(asked: Promise<value>): Promise<value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (KitError.is(error, 'requestAborted')) throw error
    return undefined
  }
}
