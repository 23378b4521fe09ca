import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'

const own = perKit(() => new WeakSet<object>())

/**
 * Records the parameters of a batch that the kit itself sends and follows, so that it is not
 * followed twice.
 */
export const recordOwnBatch = (kit: Kit, parameters: object): void => void own(kit).add(parameters)

/** Whether the kit itself sends and follows the batch with these parameters. */
export const isOwnBatch = (kit: Kit, parameters: object): boolean => own(kit).has(parameters)
