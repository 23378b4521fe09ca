import { expect, test } from 'vitest'
import { createDesk, Withdrawn } from './createDesk.ts'
import { createStore } from './createStore.ts'
import type { PhoneState } from './phoneState.ts'

const site = { name: 'Bakery', host: 'bakery.example' }
const question = { type: 'cannot', lacks: [] } as const

function startDesk(behaviour: PhoneState['behaviour'] = 'ask') {
  const chain = { id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' }
  const store = createStore<PhoneState>({
    status: 'here',
    online: true,
    reached: true,
    behaviour,
    batches: true,
    accounts: [],
    selected: '0x0',
    selectedSolana: '1',
    solana: [],
    chains: [chain],
    chain,
    connections: [],
    questions: [],
    tasks: [],
    notice: undefined,
  })
  const desk = createDesk(store, () => 0)
  const open = (key = 'request:1') => {
    const task = desk.open({ key, site, title: 'Sign' })
    if (!task) throw new Error('the task was open before')
    return task
  }
  return { store, desk, open, tasks: () => store.get().tasks.map(({ id, status }) => [id, status]) }
}

test('a question waits for a person', async () => {
  const { store, desk, open, tasks } = startDesk()
  const task = open()
  const answer = task.ask(question)
  expect(store.get().questions).toEqual([{ id: 1, site, question }])
  expect(tasks()).toEqual([[1, 'waiting']])
  desk.answer(1, { yes: true })
  expect(await answer).toEqual({ yes: true })
  expect(store.get().questions).toEqual([])
  task.end('done')
  expect(tasks()).toEqual([[1, 'done']])
})

test('what is delivered twice is asked once', () => {
  const { desk, open } = startDesk()
  open('request:1')
  expect(desk.open({ key: 'request:1', site, title: 'Sign' })).toBeUndefined()
})

test.each([
  ['approve', true],
  ['refuse', false],
] as const)('%s answers by itself', async (behaviour, yes) => {
  expect(await startDesk(behaviour).open().ask(question)).toEqual({ yes })
})

test('a change of mind answers what hung', async () => {
  const { store, open } = startDesk('hang')
  const answers = [open('request:1').ask(question), open('request:2').ask(question)]
  expect(store.get().questions).toHaveLength(2)
  store.set({ behaviour: 'refuse' })
  expect(await Promise.all(answers)).toEqual([{ yes: false }, { yes: false }])
})

test('a question whose time is over is taken away', async () => {
  const { store, desk, open } = startDesk()
  const answer = open().ask(question)
  desk.withdraw((key) => key === 'request:2')
  expect(store.get().questions).toHaveLength(1)
  desk.withdraw((key) => key === 'request:1')
  await expect(answer).rejects.toBeInstanceOf(Withdrawn)
  expect(store.get().questions).toEqual([])
})

test('only what is open can be answered', () => {
  expect(() => startDesk().desk.answer(7, { yes: true })).toThrow(RangeError)
})
