import type { Store } from './createStore.ts'
import type { Behaviour, OpenQuestion, PhoneState, Question, Task } from './phoneState.ts'
import type { Site } from './siteOf.ts'

/**
 * The answer to a question, from a person, from a script or by the phone's behaviour. `addresses`
 * are only for the question `connect`; without them, the account in use is granted.
 */
export type Answer = { yes: boolean; addresses?: readonly string[] }

/** One request of a site, from its arrival to its end. */
export type OpenTask = {
  /**
   * Shows a question and waits for its answer. @throws Withdrawn if the site no longer waits for it
   */
  ask: (question: Question) => Promise<Answer>
  end: (status: 'done' | 'refused' | 'failed' | 'expired', problem?: string) => void
}

/** The open questions of sites, and the log of their requests. */
export type Queue = {
  /**
   * Begins a task. It returns undefined if the same task was begun before, because a relay may
   * deliver a request twice.
   */
  open: (task: { key: string; site: Site; title: string }) => OpenTask | undefined
  /** Answers a question. @throws RangeError if there is no open question with this id */
  answer: (id: number, answer: Answer) => void
  /** Removes the questions whose answers the sites no longer wait for. */
  withdraw: (isOver: (key: string) => boolean) => void
}

/** Thrown if a question was removed before it was answered. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn'
}

type Entry = {
  key: string
  openQuestion: OpenQuestion
  resolve: (answer: Answer) => void
  reject: (error: Withdrawn) => void
}

/** The maximum number of tasks that are stored. */
const maxDone = 50

/**
 * Creates the queue. It updates `questions` and `tasks` of the state. If the phone's behaviour
 * answers automatically, it also gives these answers, now and after each change of the behaviour.
 */
export function createQueue(store: Store<PhoneState>, now: () => number = Date.now): Queue {
  const known = new Set<string>()
  const entries = new Map<number, Entry>()
  let lastId = Math.max(0, ...store.get().tasks.map(({ id }) => id))

  const publish = () =>
    store.set({ questions: [...entries.values()].map(({ openQuestion }) => openQuestion) })
  const update = (id: number, change: Partial<Task>) =>
    store.set({
      tasks: store.get().tasks.map((task) => (task.id === id ? { ...task, ...change } : task)),
    })

  function answer(id: number, value: Answer): void {
    const entry = entries.get(id)
    if (!entry) throw new RangeError(`No question ${id} is open.`)
    entries.delete(id)
    publish()
    update(id, { status: 'working' })
    entry.resolve(value)
  }

  function answerBy(behaviour: Behaviour): void {
    if (behaviour !== 'approve' && behaviour !== 'refuse') return
    for (const id of [...entries.keys()]) answer(id, { yes: behaviour === 'approve' })
  }

  onBehaviour(store, answerBy)

  return {
    open({ key, site, title }) {
      if (known.has(key)) return undefined
      known.add(key)
      const id = ++lastId
      store.set({
        notice: undefined,
        tasks: [
          { id, site, title, status: 'working' as const, at: now() },
          ...store.get().tasks,
        ].slice(0, maxDone),
      })
      return {
        ask: (question) =>
          new Promise((resolve, reject) => {
            entries.set(id, { key, openQuestion: { id, site, question }, resolve, reject })
            update(id, { status: 'waiting' })
            publish()
            answerBy(store.get().behaviour)
          }),
        end: (status, problem) => update(id, { status, ...(problem && { problem }) }),
      }
    },
    answer,
    withdraw(isOver) {
      for (const [id, { key, reject }] of [...entries]) {
        if (!isOver(key)) continue
        entries.delete(id)
        publish()
        reject(new Withdrawn('The site no longer waits for an answer.'))
      }
    },
  }
}

/** Calls `apply` after each change of the phone's behaviour. */
function onBehaviour(store: Store<PhoneState>, apply: (behaviour: Behaviour) => void): void {
  let last = store.get().behaviour
  store.subscribe(() => {
    const { behaviour } = store.get()
    if (behaviour === last) return
    last = behaviour
    apply(behaviour)
  })
}
