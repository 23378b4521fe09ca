import { isDevice, isSameDevice, makeDevice } from '../device/openDevice.ts'
import type { Device } from '../device/openDevice.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { endAttempt } from './attempt.ts'
import { withdrawConsent } from './consent.ts'
import { forgetJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

const storedName = 'borrowed'
/**
 * Under names that begin so lies what the frame had of its own: its device, and the shares that
 * only that device opens.
 */
const ownPrefix = 'own:'
const parts = ['device', 'share:', 'pending:']

type Needs = Pick<Wallet, 'store' | 'site' | 'device'>

/**
 * The frame has the window's device from now on; what it had of its own is set aside, and nothing
 * is lost. What it had begun with its own ends: the server would tell it of the logins of other
 * sites. Call it before what else the window tells is stored.
 */
export async function adoptWindowDevice(wallet: Needs, device: Device): Promise<void> {
  const { store: keep } = wallet
  const own = await keep.get('device')
  if (isDevice(own) && (await isSameDevice(own, device))) return
  if (!(await hasWindowDevice(wallet))) await move(keep, '', ownPrefix)
  await Promise.all([
    keep.set('device', device),
    keep.set(storedName, true),
    endAttempt(wallet),
    forgetJoin(wallet),
  ])
  Object.assign(wallet.device, device)
}

/** Whether the frame has the window's device. */
export const hasWindowDevice = async ({ store: keep }: Pick<Wallet, 'store'>): Promise<boolean> =>
  (await keep.get(storedName)) === true

/**
 * A login begins in the frame of a site: it is one of a device of the frame's own, so that no
 * site's login becomes that of the window, or ends it.
 */
export async function restoreOwnDevice(wallet: Wallet): Promise<void> {
  const { store: keep } = wallet
  if (!(await hasWindowDevice(wallet))) return
  await Promise.all([
    leaveAccount(keep),
    withdrawConsent(wallet),
    ...(await namesOf(keep, '')).map(keep.delete),
  ])
  await move(keep, ownPrefix, '')
  const stored = await keep.get('device')
  const device = isDevice(stored) ? stored : await makeDevice()
  await keep.set('device', device)
  await keep.delete(storedName)
  Object.assign(wallet.device, device)
  wallet.session.forget()
}

const namesOf = async (store: Wallet['store'], start: string) =>
  (await Promise.all(parts.map((part) => store.names(start + part)))).flat()

async function move(store: Wallet['store'], from: string, to: string): Promise<void> {
  for (const name of await namesOf(store, from)) {
    await store.set(to + name.slice(from.length), await store.get(name))
    await store.delete(name)
  }
}
