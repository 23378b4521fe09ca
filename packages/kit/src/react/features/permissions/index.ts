import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type PermissionViews = {
  Permissions: undefined
  Permission: { session: SmartSession }
  /** Asks before it ends one permission, or all without `session`. */
  EndPermission: { session?: SmartSession }
}

/** What the visitor lets this site do without asking each time. */
export const permissions: Feature<{
  views: PermissionViews
  opens: 'Permissions'
  option: 'smartSessions'
  words: typeof words
}> = {
  id: 'permissions',
  option: { name: 'smartSessions', isOn: false },
  needs: ['smartSessions'],
  views: {
    Permissions: { load: () => import('./PermissionsView.lazy.tsx') },
    Permission: { load: () => import('./PermissionView.lazy.tsx') },
    EndPermission: { load: () => import('./EndPermissionView.lazy.tsx') },
  },
  opens: ['Permissions'],
  english: () => import('./words.lazy.ts'),
}
