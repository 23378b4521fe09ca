import type { Kit } from '../../core/kit/kit.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import { PageNotices } from './PageNotices.tsx'

/** Loads the notices about transactions, and their texts. */
export async function loadPageNotices(kit: Kit): Promise<typeof PageNotices> {
  await applyTexts(kit)
  return PageNotices
}
