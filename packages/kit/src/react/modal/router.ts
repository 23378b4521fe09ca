import { createContext, useContext } from 'react'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { createMemories } from './memory.ts'
import type { Memories } from './memory.ts'

/**
 * The modal's position: a screen and its parameters. `visit` is a new number each time the screen
 * is entered.
 */
export type Route<views> = {
  [name in keyof views]: { view: name; params: views[name]; visit?: number }
}[keyof views]
/** The argument for a screen's parameters: none, optional or required. */
type Args<params> = [params] extends [undefined]
  ? []
  : undefined extends params
    ? [params?: params]
    : [params: params]

/** The opened screens, the newest last, and the direction of the last step. */
export type RouterState<views> = {
  stack: readonly Route<views>[]
  direction: 'forward' | 'back' | 'none'
}

export type Router<views> = Memories & {
  store: StoreApi<RouterState<views>>
  push<name extends keyof views>(view: name, ...args: Args<views[name]>): void
  back(): void
  /** Replaces the stack with one screen. */
  reset<name extends keyof views>(view: name, ...args: Args<views[name]>): void
  /** Replaces the stack with an existing route. */
  start(route: Route<views>): void
  /** The screen that the modal was opened for, until it is shown. */
  destination(): Route<views> | undefined
  /**
   * Replaces the stack with the screen that the modal was opened for; with `fallback` if there is
   * none or it was already shown.
   */
  finish(fallback: Route<views>): void
}

type RouterOptions<views> = {
  /** The screen to show once no other screen blocks it. */
  destination?: Route<views>
  /** Whether a screen exists. The router does not open screens that do not. @default yes */
  isReachable?: (view: keyof views) => boolean
}

/** The stack of screens of one open modal. */
export function createRouter<views>(
  first: Route<views>,
  { destination, isReachable = () => true }: RouterOptions<views> = {},
): Router<views> {
  const store = createStore<RouterState<views>>(() => ({ stack: [first], direction: 'none' }))
  let visits = 0
  let target = destination
  const routeOf = (view: keyof views, params: unknown) =>
    ({ view, params, visit: ++visits }) as Route<views> // Args<…> ties both together
  const start = (route: Route<views>) =>
    store.setState({ stack: [{ ...route, visit: ++visits }], direction: 'none' })
  return {
    ...createMemories(),
    store,
    push(view, ...[params]) {
      if (!isReachable(view)) return
      // a second press while the screen is loading opens it only once
      store.setState(({ stack }) =>
        stack.at(-1)?.view === view
          ? {}
          : { stack: [...stack, routeOf(view, params)], direction: 'forward' },
      )
    },
    back() {
      store.setState(({ stack }) =>
        stack.length > 1 ? { stack: stack.slice(0, -1), direction: 'back' } : {},
      )
    },
    reset(view, ...[params]) {
      if (isReachable(view)) start(routeOf(view, params))
    },
    start,
    destination: () => target,
    finish(fallback) {
      start(target ?? fallback)
      target = undefined
    },
  }
}

/** The router of the open modal. */
export const RouterContext = createContext<unknown>(undefined)

/** The router of the open modal, typed by the table of screens. @throws Error outside the modal */
export function useRouterOf<views>(): Router<views> {
  const router = useContext(RouterContext)
  if (!router) throw new Error('Latchkey: a screen works inside the modal only')
  return router as Router<views> // KitModal provides it, created for the same table
}
