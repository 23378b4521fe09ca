import { expect, test } from 'vitest'
import { createQueue, Withdrawn } from './createQueue.ts'
import { createStore } from './createStore.ts'
import type { PhoneState } from './phoneState.ts'

const site = { name: 'Bakery', host: 'bakery.example' }
const question = { type: 'cannot', missing: [] } as const

function startQueue(behaviour: PhoneState['behaviour'] = 'ask') {
  const chain = { id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' }
  const store = createStore<PhoneState>({
    status: 'here',
    online: true,
    isRelayConnected: true,
    behaviour,
    batches: true,
    accounts: [],
    selected: '0x0',
    selectedSolana: '1',
    selectedBitcoin: '1',
    selectedPolkadot: '1',
    solana: [],
    bitcoin: [],
    polkadot: [],
    chains: [chain],
    chain,
    connections: [],
    questions: [],
    tasks: [],
    notice: undefined,
  })
  const queue = createQueue(store, () => 0)
  const open = (key = 'request:1') => {
    const task = queue.open({ key, site, title: 'Sign' })
    if (!task) throw new Error('the task was open before')
    return task
  }
  return {
    store,
    desk: queue,
    open,
    tasks: () => store.get().tasks.map(({ id, status }) => [id, status]),
  }
}

test('a question waits until the user answers', async () => {
  const { store, desk: queue, open, tasks } = startQueue()
  const task = open()
  const answer = task.ask(question)
  expect(store.get().questions).toEqual([{ id: 1, site, question }])
  expect(tasks()).toEqual([[1, 'waiting']])
  queue.answer(1, { yes: true })
  expect(await answer).toEqual({ yes: true })
  expect(store.get().questions).toEqual([])
  task.end('done')
  expect(tasks()).toEqual([[1, 'done']])
})

test('a request that is delivered twice opens only one task', () => {
  const { desk: queue, open } = startQueue()
  open('request:1')
  expect(queue.open({ key: 'request:1', site, title: 'Sign' })).toBeUndefined()
})

test.each([
  ['approve', true],
  ['refuse', false],
] as const)('the behaviour "%s" answers each question automatically', async (behaviour, yes) => {
  expect(await startQueue(behaviour).open().ask(question)).toEqual({ yes })
})

test('a change of the behaviour from "hang" to "refuse" answers the open questions', async () => {
  const { store, open } = startQueue('hang')
  const answers = [open('request:1').ask(question), open('request:2').ask(question)]
  expect(store.get().questions).toHaveLength(2)
  store.set({ behaviour: 'refuse' })
  expect(await Promise.all(answers)).toEqual([{ yes: false }, { yes: false }])
})

test('a withdrawn question is removed and its answer rejects', async () => {
  const { store, desk: queue, open } = startQueue()
  const answer = open().ask(question)
  queue.withdraw((key) => key === 'request:2')
  expect(store.get().questions).toHaveLength(1)
  queue.withdraw((key) => key === 'request:1')
  await expect(answer).rejects.toBeInstanceOf(Withdrawn)
  expect(store.get().questions).toEqual([])
})

test('an answer to a question that is not open throws a RangeError', () => {
  expect(() => startQueue().desk.answer(7, { yes: true })).toThrow(RangeError)
})
