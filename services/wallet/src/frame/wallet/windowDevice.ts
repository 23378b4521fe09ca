import { isDevice, isSameDevice, makeDevice } from '../device/openDevice.ts'
import type { Device } from '../device/openDevice.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { endAttempt } from './attempt.ts'
import { withdrawConsent } from './consent.ts'
import { forgetJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

const storedName = 'borrowed'
/**
 * The prefix of entries that the frame had before it used the window's device: its own device,
 * and the shares that only that device decrypts.
 */
const ownPrefix = 'own:'
const parts = ['device', 'share:', 'pending:']

type Needs = Pick<Wallet, 'store' | 'site' | 'device'>

/**
 * Uses the window's device in the frame from now on. The frame's own device and shares are
 * renamed, and nothing is lost. All unfinished logins of the frame are ended, because for the
 * window's device the server would report the logins of other sites. Call it before storing
 * anything else from the window.
 */
export async function adoptWindowDevice(wallet: Needs, device: Device): Promise<void> {
  const { store } = wallet
  const own = await store.get('device')
  if (isDevice(own) && (await isSameDevice(own, device))) return
  if (!(await hasWindowDevice(wallet))) await move(store, '', ownPrefix)
  await Promise.all([
    store.set('device', device),
    store.set(storedName, true),
    endAttempt(wallet),
    forgetJoin(wallet),
  ])
  Object.assign(wallet.device, device)
}

/** Whether the frame uses the window's device. */
export const hasWindowDevice = async ({ store }: Pick<Wallet, 'store'>): Promise<boolean> =>
  (await store.get(storedName)) === true

/**
 * Restores the frame's own device when a login begins in the frame of a site. So no site's
 * login becomes the window's login, or ends it.
 */
export async function restoreOwnDevice(wallet: Wallet): Promise<void> {
  const { store } = wallet
  if (!(await hasWindowDevice(wallet))) return
  await Promise.all([
    leaveAccount(store),
    withdrawConsent(wallet),
    ...(await namesOf(store, '')).map(store.delete),
  ])
  await move(store, ownPrefix, '')
  const stored = await store.get('device')
  const device = isDevice(stored) ? stored : await makeDevice()
  await store.set('device', device)
  await store.delete(storedName)
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
