import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RefusedCall } from '../runtime/callErrors.ts'
import { answerCalls, requestLimits, type CallSide } from './answerCalls.ts'

/** A chain that answers with the parameters that it got. */
function createSide() {
  const defects: unknown[] = []
  const calls: unknown[] = []
  const side: CallSide = {
    process: {
      has: (method) => method !== 'dev_newBlock' && !Object.hasOwn(Object.prototype, method),
      async call(method, params, client) {
        calls.push({ method, params, client })
        if (method === 'refuse') throw new RefusedCall({ code: 1_010, message: 'No', data: 'why' })
        if (method === 'break') throw new Error('secret path /home')
        return params
      },
    },
    onDefect: (error) => defects.push(error),
  }
  const ask = async (text: string, client?: number): Promise<unknown> =>
    JSON.parse(await answerCalls(side, text, client))
  return { ask, calls, defects }
}

const call = (method: string, params?: unknown, id: unknown = 7) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

test('a call, and a list of calls, are answered in order', async () => {
  const { ask, calls } = createSide()
  expect(await ask(call('one', [1]))).toEqual({ jsonrpc: '2.0', id: 7, result: [1] })
  expect(await ask(`[${call('one', [1])},${call('refuse', [], 'b')}]`, 3)).toEqual([
    { jsonrpc: '2.0', id: 7, result: [1] },
    { jsonrpc: '2.0', id: 'b', error: { code: 1_010, message: 'No', data: 'why' } },
  ])
  expect(calls[1]).toEqual({ method: 'one', params: [1], client: 3 })
})

test.each([
  ['{', -32_700],
  ['[]', -32_600],
  ['1', -32_600],
  ['{"method":"one"}', -32_600],
  [call('dev_newBlock'), -32_601],
  [call('constructor'), -32_601],
  [call('one', { a: 1 }), -32_602],
  [`[${Array.from({ length: requestLimits.calls + 1 }, () => call('one')).join(',')}]`, -32_600],
  [call('one', JSON.parse('['.repeat(20) + ']'.repeat(20))), -32_600],
])('%.40s is refused with %i, and does not reach the chain', async (text, code) => {
  const { ask, calls, defects } = createSide()
  expect(await ask(text)).toMatchObject({ error: { code } })
  expect(calls).toEqual([])
  expect(defects).toEqual([])
})

test('an unexpected error is a defect, and its message is not sent', async () => {
  const { ask, defects } = createSide()
  expect(await ask(call('break'))).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_603, message: 'Internal error' },
  })
  expect(defects).toHaveLength(1)
})

test('any text has an answer', async () => {
  const { ask, defects } = createSide()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((of) => `[${of}]`),
      ),
      async (text) => {
        expect(await ask(text)).toBeTypeOf('object')
      },
    ),
  )
  expect(defects).toEqual([])
})
