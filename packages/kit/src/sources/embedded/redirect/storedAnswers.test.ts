import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestKit } from '../../../session/startTestKit.ts'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { forgetAnswers } from '../../../core/storage/forgetAnswers.ts'
import { storeAnswer, takeStored, textOfRequest } from './storedAnswers.lazy.ts'
import { startTestTab } from './startTestTab.ts'

function start() {
  startTestPage()
  const tab = startTestTab()
  return { ...startTestKit(), tab }
}
const accounts = ['0xA', 'sol']
const call = { method: 'eth_sendTransaction', params: [{ to: '0x1', value: '0x2' }], chainId: 1 }
const text = textOfRequest(accounts, call)

test('the same request gets the answer, in whatever order its parts and accounts are, once', () => {
  const { kit } = start()
  storeAnswer(kit, { asked: text, answer: { result: '0xhash' } })
  const again = textOfRequest(['sol', '0xA'], {
    chainId: 1,
    params: [{ value: '0x2', to: '0x1' }],
    method: 'eth_sendTransaction',
  })
  expect([takeStored(kit, again), takeStored(kit, again)]).toEqual([
    { result: '0xhash' },
    undefined,
  ])
})

test('any other request is asked: of another account, on another network, with another value', () => {
  const { kit } = start()
  storeAnswer(kit, { asked: text, answer: { result: '0xhash' } })
  for (const otherCall of [
    textOfRequest(['0xB', 'sol'], call),
    textOfRequest(accounts, { ...call, chainId: 2 }),
    textOfRequest(accounts, { ...call, params: [{ to: '0x1', value: '0x3' }] }),
    textOfRequest(accounts, { ...call, params: [] }),
  ])
    expect(takeStored(kit, otherCall)).toBeUndefined()
})

test('an error is thrown as the frame’s own, once', () => {
  const { kit } = start()
  storeAnswer(kit, { asked: text, answer: { error: { code: 4001, message: 'User rejected' } } })
  expect(() => takeStored(kit, text)).toThrow(expect.objectContaining({ code: 4001 }))
  expect(takeStored(kit, text)).toBeUndefined()
})

test('after five minutes, with a clock that was set back, and after the kit’s own sending, nothing is left of it', () => {
  const { kit, clock } = start()
  storeAnswer(kit, { asked: text, answer: { result: 1 } })
  clock.advance(5 * 60_000 + 1)
  expect(takeStored(kit, text)).toBeUndefined()
  storeAnswer(kit, { asked: text, answer: { result: 2 } })
  forgetAnswers()
  expect(takeStored(kit, text)).toBeUndefined()
})

test('what another has written into the tab’s storage breaks nothing', () => {
  const { kit, tab } = start()
  fc.assert(
    fc.property(fc.json(), (json) => {
      tab.setItem('@latchkey/answered', json)
      expect(takeStored(kit, text)).toBeUndefined()
    }),
  )
})

test('two different requests never have one text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.jsonValue(),
      fc.array(fc.string()),
      fc.jsonValue(),
      (one, a, otherCall, b) => {
        const isSame =
          JSON.stringify([...one].sort()) === JSON.stringify([...otherCall].sort()) &&
          fc.stringify(JSON.parse(textOfRequest([], a))) ===
            fc.stringify(JSON.parse(textOfRequest([], b)))
        expect(textOfRequest(one, a) === textOfRequest(otherCall, b)).toBe(isSame)
      },
    ),
  )
})
