import { listDevices, removeDevice } from '@latchkey/protocol/walletServer'
import { and, desc, eq, ne } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { devices } from '../db/schema.ts'
import { endDevice } from '../logins/endDevice.ts'
import { storeNotice } from '../mail/storeNotice.ts'
import { inAccount } from '../logins/inAccount.ts'
import { isLogin } from '../logins/session.ts'
import { removedMail } from '../mail/mails.ts'
import { Refusal } from '../refusal.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/** Max devices in the list. */
const maxDevices = 200

/**
 * Lists every device that has logged in and was not removed, the newest login first. Devices that
 * are signed out are listed, too, because they still have their share.
 */
export const answerListDevices = defineUserEndpoint(listDevices, async ({ service, session }) => {
  const now = service.now()
  const rows = await service
    .queries()
    .select()
    .from(devices)
    .where(and(eq(devices.userId, session.userId), ne(devices.status, 'removed')))
    .orderBy(desc(devices.createdAt))
    .limit(maxDevices)
  return {
    devices: rows.map((row) => {
      const { id, browser: name, origin, createdAt, usedAt } = row
      const status = isLogin(row, now) ? 'in' : 'out'
      return {
        id,
        status,
        name,
        origin,
        createdAt,
        usedAt,
        isThis: id === session.deviceId,
      } as const
    }),
  }
})

/**
 * Signs out another device of the user permanently, and mails the owner. A repetition changes
 * nothing.
 */
export const answerRemoveDevice = defineUserEndpoint(
  removeDevice,
  async ({ service, session: asking }, { id }) => {
    const removed = await inAccount(service, asking, async (tx, session) => {
      const { userId } = session
      const [device] = await tx
        .select()
        .from(devices)
        .where(and(eq(devices.id, id), eq(devices.userId, userId)))
      if (!device) throw new Refusal('notFound')
      if (device.status === 'removed') return undefined
      if (
        id !== session.deviceId &&
        (await knowsPhrase(tx, id)) &&
        !(await knowsPhrase(tx, session.deviceId))
      )
        throw new Refusal('notRecovered')
      await endDevice(tx, { userId, deviceId: id })
      const { deviceId, browser, origin } = session
      await noteAudit(tx, service.keyring, {
        kind: 'deviceRemoved',
        userId,
        deviceId,
        browser,
        origin,
        detail: device.browser,
        at: service.now(),
      })
      const facts = {
        removed: device.browser,
        origin,
        project: undefined,
        browser,
        at: service.now(),
        locale: session.locale,
      }
      return {
        notice: await storeNotice(tx, service, session, 'removed', (to) =>
          removedMail(to, service.options.operator, facts),
        ),
      }
    })
    if (!removed) return {}
    service.metrics.events({ event: 'device removed' }).add()
    service.notices.send(removed.notice)
    return {}
  },
)
