import type { Kit } from '../core/kit.ts'

/** Fetches the modal, its first screen and the texts of the kit's language: on hover, focus or touch of a button, at the latest when it opens. */
export async function loadModal(kit: Kit) {
  const module = await import('./KitModal.tsx')
  await module.applyTexts(kit)
  return module
}
