import type { FarcasterRelay } from '@latchkey/devnet/startFarcasterRelay'
import type { KillWorld, Owner } from './createKillWorld.ts'
import { killedAccountSteps } from './killedAccountSteps.ts'
import { killedLoginSteps } from './killedLoginSteps.ts'

/**
 * A step that is about to be taken. `goOn`: what has to be so after the service was killed and
 * started again 31 s later, and how the user goes on; undefined for no answer.
 */
export type PreparedStep = {
  call: () => Promise<unknown>
  goOn: (answer: unknown) => Promise<void>
}
/** Brings an owner, whose device was made 31 s ago, to a step. */
export type KillStep = (
  world: KillWorld,
  owner: Owner,
  relay: FarcasterRelay,
) => Promise<PreparedStep>
/** Steps by their call. */
export type KillSteps = { readonly [name: string]: KillStep }

/** Every step of a user that changes something. */
export const killSteps: KillSteps = { ...killedLoginSteps, ...killedAccountSteps }
