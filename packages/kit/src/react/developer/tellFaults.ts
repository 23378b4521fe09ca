import type { Kit } from '../../core/kit.ts'
import { perKit } from '../../core/perKit.ts'
import { tellDeadApi } from './tellDeadApi.ts'
import { tellIdle } from './tellIdle.ts'
import { tellInsecure } from './tellInsecure.ts'
import { tellMissing } from './tellMissing.ts'
import { tellUnknownTexts } from './tellUnknownTexts.ts'
import { tellUnknownWallets } from './tellUnknownWallets.ts'

const faults = perKit(() => ({ areTold: false }))

/**
 * Tells a site's developer what is wrong with the set-up, each fault with what to do about it; once
 * for each kit.
 */
export function tellFaults(kit: Kit): void {
  const now = faults(kit)
  if (now.areTold) return
  now.areTold = true
  tellInsecure(kit)
  tellMissing(kit)
  tellIdle(kit)
  void tellUnknownTexts(kit)
  void tellUnknownWallets(kit)
  void tellDeadApi(kit)
}
