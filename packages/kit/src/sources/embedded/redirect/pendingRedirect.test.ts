import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestKit } from '../../../session/startTestKit.ts'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { storePendingRedirect, takeAnswer } from './pendingRedirect.ts'
import { startTestTab } from './startTestTab.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const answered = JSON.stringify({ id, result: '0xabc' })

function start() {
  startTestPage()
  const tab = startTestTab()
  const { kit, clock } = startTestKit()
  const redirect = { id, at: clock.now(), left: '', asked: 'x' }
  storePendingRedirect(redirect)
  return { kit, clock, tab, redirect }
}

test('takeAnswer returns the answer to the pending request only once', () => {
  const { kit, redirect } = start()
  expect(takeAnswer(kit, answered)).toEqual({ redirect, answer: { result: '0xabc' } })
  expect(takeAnswer(kit, answered)).toBeUndefined()
})

test('if an answer has an error and a result, the error is read', () => {
  const { kit } = start()
  const error = { message: 'User rejected', code: 4001 }
  expect(takeAnswer(kit, JSON.stringify({ id, error, result: '0xabc' }))?.answer).toEqual({ error })
})

test('forged answers are ignored; the request stays pending for its own answer', () => {
  const { kit } = start()
  for (const otherId of [crypto.randomUUID(), '', id.toUpperCase(), [id], null])
    expect(takeAnswer(kit, JSON.stringify({ id: otherId, result: '0xdef' }))).toBeUndefined()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(takeAnswer(kit, text)).toBeUndefined()
    }),
  )
  expect(takeAnswer(kit, answered)?.answer).toEqual({ result: '0xabc' })
})

test('an answer after the request’s lifetime is ignored', () => {
  const { kit, clock } = start()
  clock.advance(21 * 60_000 + 1)
  expect(takeAnswer(kit, answered)).toBeUndefined()
})

test('a pending request with invalid stored content is ignored', () => {
  const { kit, tab } = start()
  fc.assert(
    fc.property(fc.json(), (json) => {
      tab.setItem('@latchkey/away', json)
      expect(takeAnswer(kit, answered)).toBeUndefined()
    }),
  )
})

test('without `sessionStorage` a redirect throws, since its answer could not be verified', () => {
  startTestPage()
  Reflect.deleteProperty(globalThis, 'sessionStorage')
  expect(() => storePendingRedirect({ id, at: 0, left: '', asked: '' })).toThrow('stores nothing')
})
