import type { Kit } from '../core/kit.ts'
import { loadTexts } from './i18n/loadTexts.ts'

/** Fetches the modal, its first screen and the texts, all at once: on hover, focus or touch of a button, at the latest when it opens. */
export function loadModal(kit: Kit) {
  loadTexts(kit)
  return import('./KitModal.tsx')
}
