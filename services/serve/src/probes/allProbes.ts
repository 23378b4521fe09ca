import type { Settings } from '../settings/readSettings.ts'
import { addressProbes, nodeProbes, settingsProbes, walletProbes } from './otherProbes.ts'
import type { Probe } from './probe.ts'
import { storeProbes } from './storeProbes.ts'

/**
 * The probes of the settings, and of everything that the services depend on.
 * @param instance the id of the running program; undefined where no program has to run
 */
export const allProbes = (settings: Settings, instance?: string): readonly Probe[] => [
  ...settingsProbes(settings),
  ...storeProbes(settings),
  ...nodeProbes(settings),
  ...walletProbes(settings),
  ...addressProbes(settings, instance),
]
