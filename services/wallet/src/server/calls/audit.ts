import { listAudit, noteExport } from '@latchkey/protocol/walletServer'
import { and, desc, eq, gt } from 'drizzle-orm'
import { noteAuditOnce, readAuditFacts } from '../account/noteAudit.ts'
import { audit } from '../db/schema.ts'
import { auditLimits } from '../limits.ts'
import { inAccount } from '../logins/inAccount.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/** Lists the events of the account within a year, the newest first. */
export const answerListAudit = defineUserEndpoint(listAudit, async ({ service, session }) => {
  const rows = await service
    .queries()
    .select()
    .from(audit)
    .where(and(eq(audit.userId, session.userId), gt(audit.at, service.now() - auditLimits.life)))
    .orderBy(desc(audit.at), desc(audit.position))
    .limit(auditLimits.max)
  return {
    entries: rows.map((row) => ({
      kind: row.kind,
      at: row.at,
      isThis: row.deviceId === session.deviceId,
      ...readAuditFacts(service.keyring, row),
    })),
  }
})

/**
 * Records that a key was shown or saved. A repetition within an hour in the same login is no second
 * event.
 */
export const answerNoteExport = defineUserEndpoint(
  noteExport,
  async ({ service, session }, { kind }) => {
    await inAccount(
      service,
      session,
      async (tx, { userId, deviceId, browser, origin, createdAt }) => {
        const at = service.now()
        await noteAuditOnce(
          tx,
          service.keyring,
          { kind: 'exported', userId, deviceId, browser, origin, detail: kind, at },
          createdAt,
        )
      },
    )
    return {}
  },
)
