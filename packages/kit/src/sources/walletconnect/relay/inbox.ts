import * as counts from '@latchkey/protocol/counts'
import { toHex } from '@latchkey/protocol/hex'
import { toUtf8 } from '../crypto/encoding.ts'
import type { Primitives } from '../crypto/native.ts'

/** A handled message. `isDone` resolves to true when the relay may delete the message. */
type HandledMessage = { isDone: Promise<boolean> }

type Options = {
  use: Pick<Primitives, 'sha256'>
  /** Whether a topic is followed. */
  isFollowed(topic: string): boolean
  /** Handles a message. `answered` resolves when its answer was sent, or rejects if it could not. */
  onMessage(topic: string, message: string): Promise<{ answered: Promise<void> } | void>
}

/**
 * The messages of the followed topics, handled in the order of arrival. A copy of a message is
 * handled again only if the answer to that message could not be sent.
 */
export class Inbox {
  readonly #options: Options
  readonly #seen = new Map<string, Map<string, HandledMessage>>()
  /** The handling of the last message in the queue. It never rejects. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Handles a message after all earlier ones. Resolves to whether the relay may delete the message.
   */
  receive(topic: string, message: string): Promise<boolean> {
    const handling = this.#last.then(() => this.#handle(topic, message))
    this.#last = handling
    return handling.then(({ isDone }) => isDone)
  }

  /** Forgets the messages of a topic that is no longer followed. */
  forget(topic: string): void {
    this.#seen.delete(topic)
  }

  /** Handles a message. A copy of a handled message gets the same result. */
  async #handle(topic: string, message: string): Promise<HandledMessage> {
    const { use, isFollowed, onMessage } = this.#options
    const hash = toHex(await use.sha256(toUtf8(message)))
    if (!isFollowed(topic)) return { isDone: Promise.resolve(true) }
    const known = this.#seen.get(topic) ?? new Map<string, HandledMessage>()
    this.#seen.set(topic, known)
    const before = known.get(hash)
    if (before) return before
    // an unreadable message is dropped
    const handled = await onMessage(topic, message).catch(() => {})
    const forgetCopy = () => {
      known.delete(hash) // so that a copy that arrives later is handled again
      return false
    }
    const copy = {
      isDone: handled ? handled.answered.then(() => true, forgetCopy) : Promise.resolve(true),
    }
    known.set(hash, copy)
    const [oldest] = known.keys()
    if (known.size > counts.relaySeenMessages && oldest) known.delete(oldest)
    return copy
  }
}
