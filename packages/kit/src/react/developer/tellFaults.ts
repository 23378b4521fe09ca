import type { Kit } from '../../core/kit.ts'
import { tellDeadApi } from './tellDeadApi.ts'
import { tellInsecure } from './tellInsecure.ts'
import { tellMissing } from './tellMissing.ts'
import { tellUnknownTexts } from './tellUnknownTexts.ts'

/** Tells a site's developer what is wrong with the set-up, each fault with what to do about it. */
export function tellFaults(kit: Kit): void {
  tellInsecure(kit)
  tellMissing(kit)
  void tellUnknownTexts(kit)
  void tellDeadApi(kit)
}
