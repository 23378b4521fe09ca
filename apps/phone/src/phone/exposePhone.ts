import type { Phone } from './createPhone.ts'
import { until } from './createStore.ts'
import type { Behaviour, Connection, OpenQuestion, PhoneState, TaskStatus } from './phoneState.ts'
import type { Site } from './siteOf.ts'

/** An open question, in the form for scripts. */
export type PendingQuestion = {
  id: number
  type: OpenQuestion['question']['type']
  site: Site
  title: string
}

/**
 * The functions of `window.latchkeyPhone`, for tests. They are always there, because the whole page
 * is a tool for development. Every call throws an Error before `ready`, and in a tab that is no
 * longer the phone.
 */
export type PhoneScript = Pick<
  Phone,
  | 'pair'
  | 'setBehaviour'
  | 'setBatches'
  | 'disconnect'
  | 'emit'
  | 'selectAccount'
  | 'switchChain'
  | 'extend'
  | 'update'
  | 'expire'
  | 'goOffline'
  | 'goOnline'
> & {
  /** Rejects with the reason if the phone cannot start. */
  ready: Promise<void>
  readonly behaviour: Behaviour
  /** Returns the open questions, the oldest first. */
  pending: () => readonly PendingQuestion[]
  /**
   * Resolves to the oldest open question, as soon as there is one. @throws TimeoutError after `ms`
   * @default 10000
   */
  waitForQuestion: (ms?: number) => Promise<PendingQuestion>
  /**
   * Agrees to the question with this id, or to the oldest question, and waits until the site has
   * the answer. It resolves to the outcome.
   */
  approve: (id?: number, choice?: { addresses?: readonly string[] }) => Promise<TaskStatus>
  /** Refuses a question; otherwise it works like `approve`. */
  refuse: (id?: number) => Promise<TaskStatus>
  sessions: () => readonly Connection[]
}

declare global {
  interface Window {
    latchkeyPhone: PhoneScript
  }
}

/** An answer must be sent to the relay within this many milliseconds. */
const answering = 60_000

/** Adds the functions for scripts to the page while the phone is still starting. */
export function exposePhone(starting: Promise<Phone>): void {
  let phone: Phone | undefined
  const ready = starting.then((started) => void (phone = started))
  ready.catch(() => {}) // the page shows the error
  const here = (): Phone => {
    if (!phone) throw new Error('The phone is not ready: await latchkeyPhone.ready.')
    if (phone.store.get().status === 'elsewhere')
      throw new Error('This phone is open in another tab.')
    return phone
  }

  async function answer(
    yes: boolean,
    id: number | undefined,
    addresses?: readonly string[],
  ): Promise<TaskStatus> {
    const { store, answer } = here()
    const questionId = id ?? store.get().questions[0]?.id
    if (questionId === undefined) throw new RangeError('No question is open.')
    answer(questionId, { yes, ...(addresses && { addresses }) })
    const statusIn = ({ tasks }: PhoneState) =>
      tasks.find((task) => task.id === questionId)?.status ?? 'done'
    await until(store, (state) => statusIn(state) !== 'working', AbortSignal.timeout(answering))
    return statusIn(store.get())
  }

  const script: PhoneScript = {
    ready,
    get behaviour() {
      return here().store.get().behaviour
    },
    pending: () =>
      here()
        .store.get()
        .questions.map((question) => pendingOf(question, here())),
    async waitForQuestion(ms = 10_000) {
      const { store } = here()
      await until(store, ({ questions }) => questions.length > 0, AbortSignal.timeout(ms))
      const [first] = script.pending()
      if (!first) throw new RangeError('The question is gone.')
      return first
    },
    approve: (id, choice) => answer(true, id, choice?.addresses),
    refuse: (id) => answer(false, id),
    sessions: () => here().store.get().connections,
    pair: async (text) => here().pair(text),
    setBehaviour: (behaviour) => here().setBehaviour(behaviour),
    setBatches: (batches) => here().setBatches(batches),
    disconnect: async (topic) => here().disconnect(topic),
    emit: async (...event) => here().emit(...event),
    selectAccount: async (address) => here().selectAccount(address),
    switchChain: async (id) => here().switchChain(id),
    extend: async (topic) => here().extend(topic),
    update: async (...change) => here().update(...change),
    expire: (topic) => here().expire(topic),
    goOffline: async () => here().goOffline(),
    goOnline: async () => here().goOnline(),
  }
  window.latchkeyPhone = script
}

function pendingOf({ id, site, question }: OpenQuestion, { store }: Phone): PendingQuestion {
  return {
    id,
    type: question.type,
    site,
    title: store.get().tasks.find((task) => task.id === id)?.title ?? '',
  }
}
