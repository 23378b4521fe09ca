import { createContext, useContext } from 'react'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { createMemories } from './memory.ts'
import type { Memories } from './memory.ts'

/** Where the modal is: a screen and its parameters. `visit` is another number each time the screen is entered anew. */
export type Route<views> = { [name in keyof views]: { view: name; params: views[name]; visit?: number } }[keyof views]
/** Parameters that a screen may do without are left out or passed. */
type Args<params> = [params] extends [undefined] ? [] : undefined extends params ? [params?: params] : [params: params]

/** Where the modal was, the newest last, and which way the last step went. */
export type RouterState<views> = { stack: readonly Route<views>[]; direction: 'forward' | 'back' | 'none' }

export type Router<views> = Memories & {
  store: StoreApi<RouterState<views>>
  push<name extends keyof views>(view: name, ...args: Args<views[name]>): void
  back(): void
  /** Begins anew with one screen. */
  reset<name extends keyof views>(view: name, ...args: Args<views[name]>): void
  /** The same with a screen that is at hand. */
  begin(route: Route<views>): void
  /** The screen that the modal was opened for, until the visitor has arrived at it. */
  destination(): Route<views> | undefined
  /** Begins anew with the screen that the modal was opened for, or with this one where there is none or it was shown already. */
  arrive(otherwise: Route<views>): void
}

type RouterOptions<views> = {
  /** What the visitor is to see once nothing stands in the way. */
  destination?: Route<views>
  /** Whether there is such a screen. A screen that is none is not gone to. @default yes */
  isReachable?: (view: keyof views) => boolean
}

/** The stack of screens of one open modal. */
export function createRouter<views>(first: Route<views>, { destination, isReachable = () => true }: RouterOptions<views> = {}): Router<views> {
  const store = createStore<RouterState<views>>(() => ({ stack: [first], direction: 'none' }))
  let visits = 0
  let goal = destination
  const routeOf = (view: keyof views, params: unknown) => ({ view, params, visit: ++visits }) as Route<views> // Args<…> has tied the two together
  const begin = (route: Route<views>) => store.setState({ stack: [{ ...route, visit: ++visits }], direction: 'none' })
  return {
    ...createMemories(),
    store,
    push(view, ...[params]) {
      if (!isReachable(view)) return
      // who presses again while the screen is on its way means the same
      store.setState(({ stack }) => (stack.at(-1)?.view === view ? {} : { stack: [...stack, routeOf(view, params)], direction: 'forward' }))
    },
    back() {
      store.setState(({ stack }) => (stack.length > 1 ? { stack: stack.slice(0, -1), direction: 'back' } : {}))
    },
    reset(view, ...[params]) {
      if (isReachable(view)) begin(routeOf(view, params))
    },
    begin,
    destination: () => goal,
    arrive(otherwise) {
      begin(goal ?? otherwise)
      goal = undefined
    },
  }
}

/** The router of the open modal. */
export const RouterContext = createContext<unknown>(undefined)

/** The router of the open modal, typed by the table of screens. @throws Error outside the modal */
export function useRouterOf<views>(): Router<views> {
  const router = useContext(RouterContext)
  if (!router) throw new Error('Latchkey: a screen works inside the modal only')
  return router as Router<views> // KitModal provides it, made for the same table
}
