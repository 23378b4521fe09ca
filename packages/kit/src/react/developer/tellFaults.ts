import type { Kit } from '../../core/kit.ts'
import { tellDeadApi } from './tellDeadApi.ts'
import { tellInsecure } from './tellInsecure.ts'
import { tellMissing } from './tellMissing.ts'
import { tellUnknownTexts } from './tellUnknownTexts.ts'

const told = new WeakSet<Kit>()

/** Tells a site's developer what is wrong with the set-up, each fault with what to do about it; once for each kit. */
export function tellFaults(kit: Kit): void {
  if (told.has(kit)) return
  told.add(kit)
  tellInsecure(kit)
  tellMissing(kit)
  void tellUnknownTexts(kit)
  void tellDeadApi(kit)
}
