import type { FarcasterRelay } from '@latchkey/devnet/startFarcasterRelay'
import type { KillWorld, Owner } from './createKillWorld.ts'
import { killedAccountSteps } from './killedAccountSteps.ts'
import { killedLoginSteps } from './killedLoginSteps.ts'

/**
 * A step that is ready to be taken. `goOn`: checks the state after the service was killed and
 * started again 31 s later, and continues as the user would; it gets the answer of the step, or
 * undefined if there was none.
 */
export type PreparedStep = {
  call: () => Promise<unknown>
  goOn: (answer: unknown) => Promise<void>
}
/** Prepares a step for an owner, whose device was created 31 s ago. */
export type KillStep = (
  world: KillWorld,
  owner: Owner,
  relay: FarcasterRelay,
) => Promise<PreparedStep>
/** Steps, by the name of their call. */
export type KillSteps = { readonly [name: string]: KillStep }

/** Every step of a user that changes stored data. */
export const killSteps: KillSteps = { ...killedLoginSteps, ...killedAccountSteps }
