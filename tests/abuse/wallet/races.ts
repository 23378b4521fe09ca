import { randomBytes, randomUUID } from 'node:crypto'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import { createKeyPair } from '@latchkey/server/testing/createKeyPair'
import { wait } from '@latchkey/server/waiting'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { createClient, type Answer, type Client } from './client.ts'
import { addressAt } from './codes.ts'
import { createDevice, type Device } from './device.ts'
import { codeTo, homeAddress, tokenTo } from './inbox.ts'
import { site } from './site.ts'

/**
 * Number of owners whose accounts are attacked, and milliseconds until an address gets another
 * code.
 */
const owners = 24
const cooldown = 30_500

const secret = (length: number) => randomBytes(length).toString('base64url')
const isSuccess = ({ status }: Answer) => status === '200'

type Party = { client: Client; owner: Device; attacker: Device; email: string; setId: string }

async function logIn(
  { folder }: Target,
  client: Client,
  device: Device,
  email: string,
): Promise<void> {
  await client.send({ device, path: '/v1/email', params: { email, ...site } })
  const otp = await codeTo(folder, email)
  const { body } = await client.send({ device, path: '/v1/otp', params: { otp } })
  if (body.includes('"device"'))
    await client.post('/approve', { token: await tokenTo(folder, email) })
}

/** An owner with an account under the vault, and an attacker who reads the owner's mail. */
async function prepare(
  target: Target,
  vaultKey: Parameters<typeof sealToVault>[0]['vaultKey'],
  index: number,
): Promise<Party> {
  const client = createClient(target.url, addressAt(index))
  target.track(client.close)
  const [owner, attacker, email, setId] = [
    createDevice(),
    createDevice(),
    homeAddress(`race${index}`),
    randomUUID(),
  ]
  await logIn(target, client, owner, email)
  const { userId } = JSON.parse(
    (await client.send({ device: owner, path: '/v1/session', params: {} })).body,
  ) as { userId: string } // the service answers in this form
  const recovery = {
    method: 'vault',
    blob: await sealToVault({ vaultKey, userId, share: randomBytes(17) }),
  }
  await client.send({
    device: owner,
    path: '/v1/account',
    params: {
      setId,
      addresses: { eip155: `0x${'ab'.repeat(20)}`, solana: '9'.repeat(40) },
      split: { serverShare: secret(17), recovery },
    },
  })
  await wait(cooldown, target.signal)
  await logIn(target, client, attacker, email)
  return { client, owner, attacker, email, setId }
}

/**
 * The attacker's device opens the vault at the moment when the owner removes the attacker's device
 * or refuses the recovery.
 * @returns the faults
 */
async function race(
  target: Target,
  { client, owner, attacker: thief, email, setId }: Party,
  index: number,
): Promise<string[]> {
  await client.send({ device: thief, path: '/v1/recovery/ask', params: {} })
  const token = await tokenTo(target.folder, email)
  const { devices } = JSON.parse(
    (await client.send({ device: owner, path: '/v1/devices', params: {} })).body,
  ) as { devices: { id: string; isThis: boolean }[] } // the service answers in this form
  const end =
    index % 2 === 0
      ? () =>
          client.send({
            device: owner,
            path: '/v1/devices/remove',
            params: { id: devices.find(({ isThis }) => !isThis)?.id },
          })
      : () => client.post('/refuse', { token })
  const order: string[] = []
  const recordOutcome = async (name: string, delay: number, work: () => Promise<Answer>) => {
    await wait(delay)
    const answer = await work()
    if (isSuccess(answer)) order.push(name)
    return answer
  }
  await Promise.all([
    recordOutcome('end', index % 5, end),
    ...[0, 1, 2, 3].map((delay) =>
      recordOutcome('opened', 2 * delay, () =>
        client.send({ device: thief, path: '/v1/recovery/open', params: { setId } }),
      ),
    ),
  ])
  const { body } = await client.send({ device: owner, path: '/v1/audit', params: {} })
  const faults: string[] = []
  if (order.lastIndexOf('opened') > order.indexOf('end') && order.includes('end'))
    faults.push('a vault was opened after its device was removed or refused')
  if (order.includes('opened') !== body.includes('"recovered"'))
    faults.push("an opened vault is missing in the owner's log")
  if (!order.includes('end')) faults.push('a removal or a refusal failed')
  if (isSuccess(await client.send({ device: thief, path: '/v1/recovery/open', params: { setId } })))
    faults.push('a removed device opens the vault')
  return faults
}

/**
 * Shows that every transition of the vault is atomic, also when two clients act at the same time.
 */
export const races: Scene = {
  name: 'races',
  of: 'wallet',
  seconds: 50,
  title: `${owners} devices open the vault in the moment in which their owners remove them, or say “This is not me”`,
  stage: () => {
    const privateKey = createKeyPair().jwk
    return {
      config: {
        options: { recovery: ['vault'], vault: { privateKey, delay: 0 }, limits: { mails: false } },
      },
      async attack(target) {
        const parties = await Promise.all(
          Array.from({ length: owners }, (_, index) => prepare(target, privateKey, index)),
        )
        const faults: string[] = []
        await onEachSocket(owners, 4, async (index) => {
          const party = parties[index]
          if (party) faults.push(...(await race(target, party, index)))
        })
        return {
          did: `${owners} races`,
          faults: [...new Set(faults)].map(
            (fault) => `${fault} (${faults.filter((one) => one === fault).length} times)`,
          ),
        }
      },
    }
  },
}
