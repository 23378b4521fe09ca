import type { ComponentType } from 'react'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'

/**
 * Loads the notices of the page. Where a site asks for permissions, these are followed first, and
 * the notices load when there is one.
 */
export async function loadNotices(kit: Kit): Promise<ComponentType> {
  if (contextOf(kit).options.features?.smartSessions)
    return (await import('./PermissionNotices.lazy.tsx')).PermissionNotices
  return (await import('./loadPageNotices.lazy.ts')).loadPageNotices(kit)
}
