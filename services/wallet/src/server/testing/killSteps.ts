import type { KillSteps } from './createKillWorld.ts'
import { killedAccountSteps } from './killedAccountSteps.ts'
import { killedLoginSteps } from './killedLoginSteps.ts'

/** Every step of a user that changes stored data. */
export const killSteps: KillSteps = { ...killedLoginSteps, ...killedAccountSteps }
