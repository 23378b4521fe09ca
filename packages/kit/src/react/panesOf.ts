import type { ComponentType, ReactNode } from 'react'
import type { Kit } from '../core/kit.ts'
import type { Views } from './features/registry.ts'
import type { Route } from './modal/router.ts'

export type AnyView = ComponentType<{ params: unknown }>
/** The content of a card: a screen whose code is loaded, or a failure to load it (`View` undefined). */
export type Shown = { request: number; route: Route<Views>; View: AnyView | undefined }

export type PanesProps = {
  stack: readonly Route<Views>[]
  /** The screen that may be shown; undefined while that depends on manifests that are loading. */
  route: Route<Views> | undefined
  /** The screen that is shown. */
  shown: Shown | undefined
  card: (shown: Shown | undefined) => ReactNode
  /** What stands beside Connect before something is chosen. */
  Rest: AnyView | undefined
}

type Wide = { Panes?: ComponentType<PanesProps>; Rest?: AnyView }

const loaded = new WeakMap<Kit, Wide>()

/** Loads the layout of a wide modal, where the site wants one, and what stands there before something is chosen. Without them, if their code fails to load, the modal is as wide as others. */
export function loadPanes(kit: Kit): Promise<unknown> | undefined {
  if (kit.context.options.modalSize !== 'wide') return
  return Promise.all([import('./panes/Panes.tsx'), import('./features/help/WhatIsAWalletView.tsx')]).then(([{ Panes }, { default: Rest }]) => loaded.set(kit, { Panes, Rest }))
}

/** The layout of a wide modal, if the site wants one and it was loaded. */
export const panesOf = (kit: Kit): Wide => loaded.get(kit) ?? {}
