import type { ComponentType } from 'react'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Tab } from './index.ts'

/** Loads the code of each tab. The order is that of the tabs. */
const loads: { readonly [id in Tab]: () => Promise<{ default: ComponentType }> } = {
  tokens: () => import('./tokens/TokensTab.lazy.tsx'),
  nfts: () => import('./nfts/NftsTab.lazy.tsx'),
  activity: () => import('./activity/ActivityTab.lazy.tsx'),
}

const loaded = perKit(() => new Map<Tab, ComponentType>())

/** Returns the content of a tab whose code is loaded, to be drawn at once. */
export const loadedTab = (kit: Kit, id: Tab): ComponentType | undefined => loaded(kit).get(id)

/** Loads the code of a tab. */
export async function loadTab(kit: Kit, id: Tab): Promise<ComponentType> {
  const { default: Content } = await loads[id]()
  loaded(kit).set(id, Content)
  return Content
}

/** The tabs that the site shows, in order. */
export function tabsOf(kit: Kit): readonly Tab[] {
  const { features } = contextOf(kit).options
  const ids = Object.keys(loads) as Tab[] // TypeScript types keys as `string`
  return ids.filter((id) => id !== 'activity' || features?.history !== false)
}
