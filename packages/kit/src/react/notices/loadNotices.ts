import type { ComponentType } from 'react'
import type { Kit } from '../../core/kit.ts'
import { account } from '../features/account/index.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import { baseTexts } from '../i18n/baseTexts.ts'
import { PageNotices } from './PageNotices.tsx'

/** The notices of the page, with the texts that they share with the list of activity. */
export async function loadNotices(kit: Kit): Promise<ComponentType> {
  await applyTexts(kit, baseTexts, ...(account.texts ? [account.texts] : []))
  return PageNotices
}
