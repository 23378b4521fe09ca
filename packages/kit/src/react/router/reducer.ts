/**
 * The modal's position: a screen and its parameters. `visit` is a new number each time the screen
 * is entered.
 */
export type Route<views> = {
  [name in keyof views]: { view: name; params: views[name]; visit?: number }
}[keyof views]

export type RouterState<views> = {
  /** The opened screens, the newest last. */
  stack: readonly Route<views>[]
  /** The direction of the last step. */
  direction: 'forward' | 'back' | 'none'
  /** How many screens were entered. */
  visits: number
  /** The screen that the modal was opened for, until it is shown. */
  destination: Route<views> | undefined
}

/** What happens to the stack of screens. */
export type RouterEvent<views> =
  | { type: 'pushed'; route: Route<views> }
  /** The newest screens are gone, so that `length` are left. */
  | { type: 'returned'; length: number; direction?: 'back' | 'none' }
  /** The screens of a name are gone. */
  | { type: 'left'; view: keyof views }
  /** One screen replaces the stack. */
  | { type: 'started'; route: Route<views> }
  /** The destination replaces the stack; `fallback` does if there is none. */
  | { type: 'finished'; fallback: Route<views> }
  /** The newest screen of a name for which `change` returns other parameters gets these. */
  | { type: 'updated'; view: keyof views; change: (params: unknown) => unknown }

/** The next state. The same object is returned where nothing changes. */
export function reduceRouter<views>(
  state: RouterState<views>,
  event: RouterEvent<views>,
): RouterState<views> {
  const { stack } = state
  switch (event.type) {
    case 'pushed':
      // a second press while the screen is loading opens it only once
      return stack.at(-1)?.view === event.route.view
        ? state
        : entered(state, stack, event.route, 'forward')
    case 'returned':
      return event.length < 1 || event.length >= stack.length
        ? state
        : {
            ...state,
            stack: stack.slice(0, event.length),
            direction: event.direction ?? state.direction,
          }
    case 'left': {
      const rest = stack.filter(({ view }) => view !== event.view)
      return rest.length === 0 || rest.length === stack.length
        ? state
        : { ...state, stack: rest, direction: 'back' }
    }
    case 'started':
      return entered(state, [], event.route, 'none')
    case 'finished': {
      const next = entered(state, [], state.destination ?? event.fallback, 'none')
      return { ...next, destination: undefined }
    }
    case 'updated': {
      const { view, change } = event
      const at = stack.findLastIndex(
        (route) => route.view === view && change(route.params) !== route.params,
      )
      const route = stack[at]
      if (!route) return state
      // `change` belongs to the screen's name
      const changed = { ...route, params: change(route.params) } as Route<views>
      return { ...state, stack: stack.with(at, changed) }
    }
  }
}

function entered<views>(
  state: RouterState<views>,
  below: readonly Route<views>[],
  route: Route<views>,
  direction: 'forward' | 'none',
): RouterState<views> {
  const visits = state.visits + 1
  return { ...state, stack: [...below, { ...route, visit: visits }], direction, visits }
}
