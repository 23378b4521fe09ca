import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import { asc, eq, lt } from 'drizzle-orm'
import { notices, type NoticeKind } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import type { Mail } from '../options.ts'
import { Refusal } from '../refusal.ts'
import type { Outbox } from './createOutbox.ts'

/** A mail that is stored until the mail server has accepted it. */
export type Notice = { id: string; kind: NoticeKind; mail: Mail }

/**
 * Mails to owners that survive the process. Each mail is sent once, or again if it may have been
 * lost.
 */
export type Notices = {
  /**
   * Stores a mail in the transaction of its event.
   * @returns the notice; pass it to `send` after the transaction
   */
  store(tx: Queries, notice: { kind: NoticeKind; userId: string; mail: Mail }): Promise<Notice>
  /**
   * Sends the notice after the answer to the request, and deletes the notice when the mail server
   * has accepted it.
   */
  send(notice: Notice | undefined): void
  /**
   * Sends again the notices that were stored before a time, the oldest first.
   * @param before milliseconds since 1970
   */
  resend(queries: Queries, before: number): Promise<void>
}

/** Max notices that are read at the same time. The others follow in the next round. */
const batch = 200

/** The context for which a notice is sealed. */
export const noticeRow = (id: string) => `notices ${id} mail`

/**
 * @param onFailure called when a stored notice can't be read
 */
export function createNotices({
  outbox,
  keyring,
  queries,
  now,
  onFailure,
}: {
  outbox: Pick<Outbox, 'post'>
  keyring: Keyring
  queries: () => Queries
  now: () => number
  onFailure: (error: unknown) => void
}): Notices {
  const send = ({ id, kind, mail }: Notice) => {
    try {
      outbox.post(kind, mail, {
        onSent: async () => void (await queries().delete(notices).where(eq(notices.id, id))),
      })
    } catch (error) {
      // too many mails wait, or the service closes: the notice stays stored
      if (!(error instanceof Refusal)) throw error
    }
  }
  return {
    async store(tx, { kind, userId, mail }) {
      const id = randomUUID()
      await tx.insert(notices).values({
        id,
        userId,
        kind,
        mail: keyring.seal(JSON.stringify(mail), noticeRow(id)),
        createdAt: now(),
      })
      return { id, kind, mail }
    },
    send: (notice) => notice && send(notice),
    async resend(source, before) {
      const rows = await source
        .select()
        .from(notices)
        .where(lt(notices.createdAt, before))
        .orderBy(asc(notices.createdAt))
        .limit(batch)
      for (const { id, kind, mail } of rows) {
        try {
          // the cast is safe: `store` has written the mail
          send({ id, kind, mail: JSON.parse(keyring.open(mail, noticeRow(id)).toString()) as Mail })
        } catch (error) {
          onFailure(error) // the notice's key is missing; the other notices are sent
        }
      }
    },
  }
}
