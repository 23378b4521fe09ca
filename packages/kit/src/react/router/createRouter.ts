import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { createMemories } from './memory.ts'
import type { Memories } from './memory.ts'
import { reduceRouter } from './reducer.ts'
import type { Route, RouterEvent, RouterState } from './reducer.ts'

/** The arguments for a screen's parameters: none, optional or required. */
type Args<params> = [params] extends [undefined]
  ? []
  : undefined extends params
    ? [params?: params]
    : [params: params]

export type Router<views> = Memories & {
  /** The state of the router. It can be read and followed. */
  store: Pick<StoreApi<RouterState<views>>, 'getState' | 'getInitialState' | 'subscribe'>
  push<name extends keyof views>(view: name, ...args: Args<views[name]>): void
  back(): void
  /** Closes the newest screens, until `length` screens are left. */
  returnTo(length: number, direction?: 'back' | 'none'): void
  /** Closes all screens with this name, wherever they are in the stack. */
  leave(view: keyof views): void
  /**
   * Changes the parameters of a screen: the newest screen with this name for which `change` returns
   * other parameters. It does not count as a new visit to the screen.
   */
  update<name extends keyof views>(view: name, change: (params: views[name]) => views[name]): void
  /** Replaces the stack with one screen. */
  reset<name extends keyof views>(view: name, ...args: Args<views[name]>): void
  /** Replaces the stack with an existing route. */
  start(route: Route<views>): void
  /**
   * The screen for which the modal was opened, if another screen has to come first. It is undefined
   * once it was shown.
   */
  destination(): Route<views> | undefined
  /** Replaces the stack with `destination()`, or with `fallback` if that is undefined. */
  finish(fallback: Route<views>): void
}

type RouterOptions<views> = {
  /** The screen to show once no other screen blocks it. */
  destination?: Route<views>
  /** Whether a screen exists. Other screens are not opened by `push` and `reset`. @default yes */
  isReachable?: (view: keyof views) => boolean
}

/** Creates the router of one opening of the modal, with its stack of screens. */
export function createRouter<views>(
  first: Route<views>,
  { destination, isReachable = () => true }: RouterOptions<views> = {},
): Router<views> {
  const store = createStore<RouterState<views>>(() => ({
    stack: [first],
    direction: 'none',
    visits: 0,
    destination,
  }))
  const dispatch = (event: RouterEvent<views>) =>
    store.setState((state) => reduceRouter(state, event))
  const routeOf = (view: keyof views, params: unknown) => ({ view, params }) as Route<views> // Args<…> ties both together
  const start = (route: Route<views>) => dispatch({ type: 'started', route })
  const returnTo = (length: number, direction?: 'back' | 'none') =>
    dispatch({ type: 'returned', length, ...(direction && { direction }) })
  return {
    ...createMemories(),
    store,
    push(view, ...[params]) {
      if (isReachable(view)) dispatch({ type: 'pushed', route: routeOf(view, params) })
    },
    back: () => returnTo(store.getState().stack.length - 1, 'back'),
    returnTo,
    leave: (view) => dispatch({ type: 'left', view }),
    update: (view, change) =>
      // the reducer calls `change` with the parameters of this screen
      dispatch({ type: 'updated', view, change: change as (params: unknown) => unknown }),
    reset(view, ...[params]) {
      if (isReachable(view)) start(routeOf(view, params))
    },
    start,
    destination: () => store.getState().destination,
    finish: (fallback) => dispatch({ type: 'finished', fallback }),
  }
}
