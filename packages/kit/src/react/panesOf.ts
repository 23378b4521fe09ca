import type { ComponentType, ReactNode } from 'react'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import type { Views } from './features/registry.ts'
import type { Route } from './router/reducer.ts'
import { contextOf } from '../core/kit/context.ts'

export type AnyView = ComponentType<{ params: unknown }>
/**
 * The content of a card: a screen whose code is loaded, or a failure to load it (`View` undefined).
 */
export type Shown = { request: number; route: Route<Views>; View: AnyView | undefined }

export type PanesProps = {
  stack: readonly Route<Views>[]
  /** The screen to show; undefined while it depends on manifests that are loading. */
  route: Route<Views> | undefined
  /** The screen that is currently shown. */
  shown: Shown | undefined
  card: (shown: Shown | undefined) => ReactNode
  /** The default screen beside Connect, before the visitor has chosen a wallet. */
  rest: Pick<Shown, 'route' | 'View'>
}

/**
 * The layout of a wide modal and the default screen beside Connect, if the site wants them and they
 * were loaded.
 */
export const panesOf = perKit(
  (): Partial<Pick<PanesProps, 'rest'>> & { Panes?: ComponentType<PanesProps> } => ({}),
)

const rest: Route<Views> = { view: 'WhatIsAWallet', params: undefined }

/**
 * Loads the layout of a wide modal, if the site wants one; `fetchView` loads a screen. If the code
 * fails to load, the modal has the normal width.
 */
export function loadPanes(
  kit: Kit,
  fetchView: (view: keyof Views) => Promise<AnyView | undefined>,
): Promise<unknown> | undefined {
  if (contextOf(kit).options.modalSize !== 'wide') return
  return Promise.all([import('./panes/Panes.lazy.tsx'), fetchView(rest.view)]).then(
    ([{ Panes }, View]) => Object.assign(panesOf(kit), { Panes, rest: { route: rest, View } }),
  )
}
