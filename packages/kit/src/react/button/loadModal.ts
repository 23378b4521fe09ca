import { loadCode } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * Loads the modal, its first screen and the texts of the kit's language. It is called when the page
 * is idle, when a press on a button is likely (hover, focus, touch), and when the modal opens. For
 * a connected visitor it also loads the manifests of all features.
 * @throws KitError offline or httpFailed if the modal's code fails to load
 */
export async function loadModal(kit: Kit) {
  const module = await loadCode(import('../KitModal.lazy.tsx'))
  await module.prepareModal(kit)
  return module
}
