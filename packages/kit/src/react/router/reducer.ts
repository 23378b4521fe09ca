/**
 * A position of the modal: a screen and its parameters. `visit` is a new number each time the
 * screen is entered.
 */
export type Route<views> = {
  [name in keyof views]: { view: name; params: views[name]; visit?: number }
}[keyof views]

export type RouterState<views> = {
  /** The opened screens, the newest last. */
  stack: readonly Route<views>[]
  /** The direction of the last navigation. */
  direction: 'forward' | 'back' | 'none'
  /** How many times any screen was entered. */
  visits: number
  /**
   * The screen for which the modal was opened, if another screen has to come first. It is undefined
   * once it was shown.
   */
  destination: Route<views> | undefined
}

/** The changes of the stack of screens. */
export type RouterEvent<views> =
  | { type: 'pushed'; route: Route<views> }
  /** The newest screens are closed, until `length` screens are left. */
  | { type: 'returned'; length: number; direction?: 'back' | 'none' }
  /** All screens with this name are closed. */
  | { type: 'left'; view: keyof views }
  /** One screen replaces the stack. */
  | { type: 'started'; route: Route<views> }
  /** `destination` replaces the stack; without a destination, `fallback` does. */
  | { type: 'finished'; fallback: Route<views> }
  /** The newest screen with this name for which `change` returns other parameters gets them. */
  | { type: 'updated'; view: keyof views; change: (params: unknown) => unknown }

/** Returns the next state. If nothing changes, it is the same object. */
export function reduceRouter<views>(
  state: RouterState<views>,
  event: RouterEvent<views>,
): RouterState<views> {
  const { stack } = state
  switch (event.type) {
    case 'pushed':
      // if the same screen is pressed again while it loads, it is opened only once
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
      // `change` belongs to a screen of this name
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
