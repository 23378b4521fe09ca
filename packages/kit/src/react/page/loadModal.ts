import { arrived } from '../../core/arrived.ts'
import type { Kit } from '../../core/kit.ts'

/**
 * Fetches the modal, its first screen and the texts of the kit's language: on hover, focus or touch of a button, at the latest when it opens.
 * A visitor who is connected begins on a later screen: what is needed for that comes along.
 * @throws KitError offline or httpFailed where the modal's code does not come
 */
export async function loadModal(kit: Kit) {
  const module = await arrived(import('../KitModal.tsx'))
  await module.prepareModal(kit)
  return module
}
