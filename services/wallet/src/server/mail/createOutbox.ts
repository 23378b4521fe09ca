import { createHostTurns } from '@latchkey/server/hostTurns'
import { createShares } from '@latchkey/server/shares'
import { wait } from '@latchkey/server/waiting'
import type { Metrics } from '../metrics.ts'
import type { Mail, SendMail } from '../options.ts'
import { Refusal } from '../refusal.ts'

/** Max mails that are sent at the same time, of one client and of all. */
const atOnce = { each: 2, all: 4 }
const max = { each: 500, all: 1_000 }
/** The queue of mails to owners, whichever client caused them. */
const owners = 'owners'
/** Milliseconds before each further attempt to send a mail. */
const pauses = [1_000, 10_000]
/** Max milliseconds for pending mails when the service closes. */
const closeLimit = 5_000

/** The kind of a mail, as in the metrics. */
export type MailKind =
  | 'code'
  | 'device'
  | 'made'
  | 'vault'
  | 'recovered'
  | 'recovery'
  | 'removed'
  | 'joined'
  | 'change'
  | 'changed'
  | 'deletion'
  | 'deleted'

/**
 * Sends mails after the request's answer, so that the time of the answer reveals nothing.
 */
export type Outbox = {
  /**
   * Queues a mail. Clients take turns, so that a client with many mails does not delay those of
   * others.
   * @param how.client the client for which the mail counts; none for a notice to an owner, which
   * does not wait for clients' mails
   * @param how.onSent called when the mail server has accepted the mail
   * @throws Refusal `unavailable` when too many mails wait
   */
  post(
    kind: MailKind,
    mail: Mail,
    how?: { client?: string | undefined; onSent?: () => Promise<void> },
  ): void
  /** Waits for pending mails; further attempts are dropped. */
  close(): Promise<void>
}

/** @param onFailure called when a mail has finally failed, or when `onSent` has failed */
export function createOutbox({
  send,
  metrics,
  onFailure,
}: {
  send: SendMail
  metrics: Metrics
  onFailure: (error: unknown) => void
}): Outbox {
  const turns = createHostTurns(atOnce)
  const places = createShares(max)
  const inProgress = new Set<Promise<void>>()
  const closing = new AbortController()
  const never = new AbortController().signal // an accepted mail is sent in any case
  metrics.waitingMails(() => inProgress.size)

  async function deliver(kind: MailKind, mail: Mail, line: string): Promise<boolean> {
    for (const pause of [...pauses, undefined]) {
      try {
        await turns.run(line, never, () => send(mail))
        metrics.mails({ kind, result: 'sent' }).add()
        return true
      } catch (error) {
        if (pause !== undefined && !closing.signal.aborted) await wait(pause, closing.signal)
        if (pause !== undefined && !closing.signal.aborted) continue
        metrics.mails({ kind, result: 'failed' }).add()
        onFailure(error)
        return false
      }
    }
    return false
  }

  return {
    post(kind, mail, { client, onSent } = {}) {
      const line = client ?? owners
      if (closing.signal.aborted || places.take(line) !== 'taken') throw new Refusal('unavailable')
      const delivery = deliver(kind, mail, line)
        .then((isSent) => (isSent ? onSent?.() : undefined))
        .catch(onFailure)
        .finally(() => {
          places.give(line)
          inProgress.delete(delivery)
        })
      inProgress.add(delivery)
    },
    async close() {
      closing.abort()
      const limit = new AbortController()
      await Promise.race([Promise.all(inProgress), wait(closeLimit, limit.signal)])
      limit.abort()
    },
  }
}
