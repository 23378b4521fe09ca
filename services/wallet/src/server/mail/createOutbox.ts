import { createTurns } from '@latchkey/server/turns'
import { wait } from '@latchkey/server/waiting'
import type { Metrics } from '../metrics.ts'
import type { Mail, SendMail } from '../options.ts'
import { Refusal } from '../refusal.ts'

/** Mails that are sent at once, and that wait. */
const atOnce = 4
const most = 1_000
/** Milliseconds before each further attempt to send a mail. */
const pauses = [1_000, 10_000]
/** Milliseconds for mails under way when the service closes. */
const closeLimit = 5_000

/** A mail of a kind, as the metrics name it. */
export type MailKind = 'code' | 'device' | 'made' | 'vault' | 'recovered' | 'recovery' | 'removed' | 'joined' | 'change' | 'changed' | 'deletion' | 'deleted'

/** Sends mails after the request was answered, so that an answer's time tells nothing. */
export type Outbox = {
  /**
   * @param onSent is called when the mail server has accepted the mail
   * @throws Refusal `unavailable` when too many mails wait
   */
  post(kind: MailKind, mail: Mail, onSent?: () => Promise<void>): void
  /** Waits for mails under way; further attempts are given up. */
  close(): Promise<void>
}

/** @param onFailure is called when a mail was given up */
export function createOutbox({ send, metrics, onFailure }: { send: SendMail; metrics: Metrics; onFailure: (error: unknown) => void }): Outbox {
  const turns = createTurns(atOnce)
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  metrics.waitingMails(() => underWay.size)

  async function deliver(kind: MailKind, mail: Mail): Promise<boolean> {
    for (const pause of [...pauses, undefined]) {
      try {
        await turns.run(() => send(mail))
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
    post(kind, mail, onSent) {
      if (underWay.size >= most || closing.signal.aborted) throw new Refusal('unavailable')
      const delivery = deliver(kind, mail).then((isSent) => (isSent ? onSent?.() : undefined)).catch(onFailure).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async close() {
      closing.abort()
      const limit = new AbortController()
      await Promise.race([Promise.all(underWay), wait(closeLimit, limit.signal)])
      limit.abort()
    },
  }
}
