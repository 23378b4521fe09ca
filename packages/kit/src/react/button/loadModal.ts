import { loadCode } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * Loads the modal, its first screen and the texts of the kit's language: on hover, focus or touch
 * of a button, at the latest when it opens. A connected visitor begins on a later screen, so its
 * parts are loaded as well.
 * @throws KitError offline or httpFailed if the modal's code fails to load
 */
export async function loadModal(kit: Kit) {
  const module = await loadCode(import('../KitModal.lazy.tsx'))
  await module.prepareModal(kit)
  return module
}
