import type { ComponentType, ReactNode } from 'react'
import type { Kit } from '../core/kit.ts'
import { perKit } from '../core/perKit.ts'
import type { Views } from './features/registry.ts'
import type { Route } from './modal/router.ts'

export type AnyView = ComponentType<{ params: unknown }>
/**
 * The content of a card: a screen whose code is loaded, or a failure to load it (`View` undefined).
 */
export type Shown = { request: number; route: Route<Views>; View: AnyView | undefined }

export type PanesProps = {
  stack: readonly Route<Views>[]
  /** The screen that may be shown; undefined while that depends on manifests that are loading. */
  route: Route<Views> | undefined
  /** The screen that is shown. */
  shown: Shown | undefined
  card: (shown: Shown | undefined) => ReactNode
  /** What stands beside Connect before something is chosen. */
  rest: Pick<Shown, 'route' | 'View'>
}

/**
 * The layout of a wide modal and what stands beside Connect, if the site wants them and they were
 * loaded.
 */
export const panesOf = perKit(
  (): Partial<Pick<PanesProps, 'rest'>> & { Panes?: ComponentType<PanesProps> } => ({}),
)

const rest: Route<Views> = { view: 'WhatIsAWallet', params: undefined }

/**
 * Loads the layout of a wide modal, where the site wants one; `fetchView` fetches a screen. Without
 * it, if its code fails to load, the modal is as wide as others.
 */
export function loadPanes(
  kit: Kit,
  fetchView: (view: keyof Views) => Promise<AnyView | undefined>,
): Promise<unknown> | undefined {
  if (kit.context.options.modalSize !== 'wide') return
  return Promise.all([import('./panes/Panes.tsx'), fetchView(rest.view)]).then(
    ([{ Panes }, View]) => Object.assign(panesOf(kit), { Panes, rest: { route: rest, View } }),
  )
}
