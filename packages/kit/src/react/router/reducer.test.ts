import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reduceRouter } from './reducer.ts'
import type { Route, RouterEvent, RouterState } from './reducer.ts'

type Views = { List: undefined; Detail: { id: number }; Search: { text: string } | undefined }
const list: Route<Views> = { view: 'List', params: undefined }
const detail = (id: number): Route<Views> => ({ view: 'Detail', params: { id } })
const begin: RouterState<Views> = {
  stack: [list],
  direction: 'none',
  visits: 0,
  destination: undefined,
}
const after = (...events: RouterEvent<Views>[]) => events.reduce(reduceRouter, begin)

test('an update changes the newest screen of its name and adds no visit', () => {
  const { stack } = after(
    { type: 'pushed', route: detail(1) },
    { type: 'pushed', route: { view: 'Search', params: undefined } },
    { type: 'updated', view: 'Detail', change: () => ({ id: 2 }) },
  )
  expect(stack).toEqual([
    list,
    { ...detail(2), visit: 1 },
    { view: 'Search', params: undefined, visit: 2 },
  ])
})

test('an update can change a screen below another screen of the same name', () => {
  const change = (params: unknown) => ((params as { id: number }).id === 1 ? { id: 7 } : params)
  const { stack } = after(
    { type: 'pushed', route: detail(1) },
    { type: 'pushed', route: list },
    { type: 'pushed', route: detail(2) },
    { type: 'updated', view: 'Detail', change },
  )
  expect(stack.map(({ params }) => params)).toEqual([undefined, { id: 7 }, undefined, { id: 2 }])
})

test('an event that changes nothing returns the same state', () => {
  expect(after({ type: 'returned', length: 0, direction: 'back' })).toBe(begin)
  expect(after({ type: 'returned', length: 1, direction: 'none' })).toBe(begin)
  expect(after({ type: 'updated', view: 'Detail', change: () => ({ id: 1 }) })).toBe(begin)
  expect(after({ type: 'updated', view: 'List', change: (params) => params })).toBe(begin)
  expect(after({ type: 'left', view: 'List' })).toBe(begin)
  expect(after({ type: 'left', view: 'Search' })).toBe(begin)
  expect(after({ type: 'pushed', route: list })).toBe(begin)
})

const routes = fc.constantFrom<Route<Views>>(list, detail(1), detail(2), {
  view: 'Search',
  params: { text: 'Ada' },
})
const events: fc.Arbitrary<RouterEvent<Views>> = fc.oneof(
  routes.map((route) => ({ type: 'pushed' as const, route })),
  fc.record({
    type: fc.constant('returned' as const),
    length: fc.integer({ min: -1, max: 6 }),
    direction: fc.constantFrom('back' as const, 'none' as const),
  }),
  routes.map((route) => ({ type: 'started' as const, route })),
  routes.map((fallback) => ({ type: 'finished' as const, fallback })),
  routes.map(({ view, params }) => ({ type: 'updated' as const, view, change: () => params })),
  routes.map(({ view }) => ({ type: 'left' as const, view })),
)

test('after any events the stack has a screen, and all visits are different', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (all) => {
      const frozen = Object.freeze({ ...begin, stack: Object.freeze([list]) })
      const { stack, visits } = all.reduce(reduceRouter, frozen as RouterState<Views>)
      expect(stack.length).toBeGreaterThan(0)
      const entered = stack.flatMap(({ visit }) => visit ?? [])
      expect(new Set(entered).size).toBe(entered.length)
      expect(Math.max(0, ...entered)).toBeLessThanOrEqual(visits)
    }),
  )
})
