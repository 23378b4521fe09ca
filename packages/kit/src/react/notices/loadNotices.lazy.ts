import type { ComponentType } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import type { EndedSessions } from '../button/LazyNotices.tsx'
import { applyTexts } from '../i18n/applyTexts.ts'
import { PageNotices } from './PageNotices.tsx'

/** Loads the notices of the page and their texts. */
export async function loadNotices(kit: Kit): Promise<ComponentType<EndedSessions>> {
  await applyTexts(kit)
  return PageNotices
}
