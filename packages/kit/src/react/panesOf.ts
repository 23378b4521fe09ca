import type { ComponentType, ReactNode } from 'react'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import type { Views } from './features/registry.ts'
import type { Route } from './router/reducer.ts'
import { contextOf } from '../core/kit/context.ts'

export type AnyView = ComponentType<{ params: unknown }>
/**
 * What a card shows: a screen whose code is loaded. If the code failed to load, `View` is
 * undefined.
 */
export type Shown = { request: number; route: Route<Views>; View: AnyView | undefined }

export type PanesProps = {
  stack: readonly Route<Views>[]
  /** The screen to show; undefined while it depends on manifests that are loading. */
  route: Route<Views> | undefined
  /** The screen that is shown at the moment. */
  shown: Shown | undefined
  card: (shown: Shown | undefined) => ReactNode
  /** The screen beside Connect before the visitor has chosen a wallet. */
  rest: Pick<Shown, 'route' | 'View'>
}

/**
 * The layout of a wide modal, and the screen beside Connect before a choice. They are set if the
 * site wants a wide modal and the code is loaded.
 */
export const panesOf = perKit(
  (): Partial<Pick<PanesProps, 'rest'>> & { Panes?: ComponentType<PanesProps> } => ({}),
)

const rest: Route<Views> = { view: 'WhatIsAWallet', params: undefined }

/**
 * Loads the layout of a wide modal, if the site wants it. `fetchView` loads a screen. If the code
 * fails to load, the modal has its normal width.
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
