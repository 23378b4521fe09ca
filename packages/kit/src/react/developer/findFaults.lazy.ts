import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { reportUnreachableApi } from './reportUnreachableApi.ts'
import { reportUnusedOptions } from './reportUnusedOptions.ts'
import { reportInsecureUrls } from './reportInsecureUrls.ts'
import { reportMissingOptions } from './reportMissingOptions.ts'
import { reportUnknownTexts } from './reportUnknownTexts.ts'
import { reportUnknownWallets } from './reportUnknownWallets.ts'

const faults = perKit(() => ({ areReported: false }))

/**
 * Reports every fault of the configuration, with its correction, to the site's developer. It runs
 * once for each kit.
 */
export function findFaults(kit: Kit): void {
  const now = faults(kit)
  if (now.areReported) return
  now.areReported = true
  reportInsecureUrls(kit)
  reportMissingOptions(kit)
  reportUnusedOptions(kit)
  void reportUnknownTexts(kit)
  void reportUnknownWallets(kit)
  void reportUnreachableApi(kit)
}
