import { expect, test } from 'vitest'
import { createRouter } from './createRouter.ts'
import type { Route } from './reducer.ts'

type Views = { List: undefined; Detail: { id: number }; Search: { text: string } | undefined }
const list: Route<Views> = { view: 'List', params: undefined }
const found: Route<Views> = { view: 'Detail', params: { id: 7 } }
const top = ({ store }: ReturnType<typeof createRouter<Views>>) => store.getState().stack.at(-1)

test('`push` opens a screen once per visit, and `back` returns to the previous one', () => {
  const router = createRouter<Views>(list)
  router.push('Detail', { id: 1 })
  router.push('Detail', { id: 2 })
  expect(top(router)).toMatchObject({ view: 'Detail', params: { id: 1 } })
  router.push('Search')
  router.push('List')
  expect(router.store.getState()).toMatchObject({
    stack: [{ view: 'List' }, { view: 'Detail' }, { view: 'Search' }, { view: 'List' }],
    direction: 'forward',
  })
  router.back()
  expect(router.store.getState()).toMatchObject({
    stack: [{}, {}, { view: 'Search' }],
    direction: 'back',
  })
  // @ts-expect-error no such screen
  const unknown = () => router.push('Nothing')
  // @ts-expect-error its parameter is missing
  const bare = () => router.push('Detail')
  expect([unknown, bare]).toHaveLength(2)
})

test('a screen that is not reachable does not open', () => {
  const router = createRouter<Views>(list, { isReachable: (view) => view !== 'Search' })
  router.push('Search', { text: 'Ada' })
  router.reset('Search')
  expect(router.store.getState().stack).toEqual([list])
})

test('`finish` opens the destination only once', () => {
  const router = createRouter<Views>(list, { destination: found })
  expect(router.destination()).toEqual(found)
  router.finish(list)
  expect(top(router)).toMatchObject(found)
  expect(router.destination()).toBeUndefined()
  router.finish(list)
  expect(top(router)).toMatchObject(list)
})
