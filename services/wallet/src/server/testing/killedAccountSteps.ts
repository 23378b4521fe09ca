import { randomUUID } from 'node:crypto'
import {
  addSplit,
  askVault,
  checkPrimaryOtp,
  checkSecondaryOtp,
  confirmDeletion,
  endSession,
  getSession,
  getShare,
  listAudit,
  listDevices,
  listRecovery,
  noteExport,
  recover,
  removeDevice,
  startDeletion,
  startEmailChange,
} from '@latchkey/protocol/walletServer'
import { expect } from 'vitest'
import type { KillWorld, Owner, KillSteps } from './createKillWorld.ts'
import type { TestDevice } from './createTestDevice.ts'
import { addresses, passwordShare, secret } from './makeAccount.ts'
import { expectLoggedOut, isLoggedIn } from './isLoggedIn.ts'

const newEmail = () => `${randomUUID()}@example.com`

/** Another device of an owner whose account the vault recovers. */
async function beginVault(
  world: KillWorld,
  owner: Owner,
): Promise<{ device: TestDevice; setId: string }> {
  const split = await world.vaultSplit(owner)
  await world.store(owner.device, split)
  return { device: await world.second(owner), setId: split.setId }
}

/** Steps of an account: its address, its deletion, its shares, its devices. */
export const killedAccountSteps: KillSteps = {
  async startEmailChange(world, { device, email, userId }) {
    const next = newEmail()
    const call = () => device.ask(startEmailChange, { email: next })
    return {
      call,
      async goOn() {
        expect(await device.ask(getSession, {})).toMatchObject({ email })
        await device.ask(checkPrimaryOtp, {
          otp: (await world.mailedCode(email)) ?? (await call(), await world.codeTo(email)),
        })
        expect(await device.ask(checkSecondaryOtp, { otp: await world.codeTo(next) })).toEqual({
          email: next,
        })
        expect(await device.ask(getSession, {})).toMatchObject({ email: next, userId, addresses })
      },
    }
  },
  async checkPrimaryOtp(world, { device, email }) {
    const next = newEmail()
    await device.ask(startEmailChange, { email: next })
    const otp = await world.codeTo(email)
    const call = () => device.ask(checkPrimaryOtp, { otp })
    return {
      call,
      async goOn() {
        expect(await device.ask(getSession, {})).toMatchObject({ email })
        const second = (await world.mailedCode(next)) ?? (await call(), await world.codeTo(next))
        expect(await device.ask(checkSecondaryOtp, { otp: second })).toEqual({ email: next })
      },
    }
  },
  async checkSecondaryOtp(world, { device, email, userId }) {
    const next = newEmail()
    await device.ask(startEmailChange, { email: next })
    await device.ask(checkPrimaryOtp, { otp: await world.codeTo(email) })
    const otp = await world.codeTo(next)
    const call = () => device.ask(checkSecondaryOtp, { otp })
    return {
      call,
      async goOn(answer) {
        const known = (await device.ask(getSession, {})).email
        expect(answer ? [next] : [email, next]).toContain(known)
        expect(await call()).toEqual({ email: next })
        expect(await device.ask(getSession, {})).toMatchObject({ email: next, userId, addresses })
        await world.mailTo(email, /was changed/)
      },
    }
  },
  async startDeletion(world, { device, email }) {
    const call = () => device.ask(startDeletion, {})
    return {
      call,
      async goOn() {
        expect(await device.ask(getSession, {})).toMatchObject({ email, addresses })
        await device.ask(confirmDeletion, {
          otp: (await world.mailedCode(email)) ?? (await call(), await world.codeTo(email)),
        })
        world.release(device)
        await expectLoggedOut(device)
      },
    }
  },
  async confirmDeletion(world, { device, email, setId, serverShare }) {
    await device.ask(startDeletion, {})
    const otp = await world.codeTo(email)
    world.release(device)
    const call = () => device.ask(confirmDeletion, { otp })
    return {
      call,
      async goOn(answer) {
        if (await isLoggedIn(device)) {
          expect(answer).toBeUndefined()
          expect(await device.ask(getShare, { setId })).toEqual({ serverShare })
          await call()
        }
        await expectLoggedOut(device)
        await world.mailTo(email, /was deleted/)
        await world.enter(device, email)
        expect(await device.ask(getSession, {})).toMatchObject({ email, addresses: null })
      },
    }
  },
  async recover(world, owner) {
    const device = await world.second(owner)
    const call = () => device.ask(recover, { setId: owner.setId, proof: owner.proof })
    return {
      call,
      async goOn() {
        expect(await call()).toMatchObject({ serverShare: owner.serverShare })
        await world.store(device, {
          setId: randomUUID(),
          addresses,
          split: { serverShare: secret(17), recovery: passwordShare() },
        })
        await world.mailTo(owner.email, /was recovered/)
      },
    }
  },
  async addSplit(world, owner) {
    const { device, setId } = owner
    const split = await world.vaultSplit(owner)
    world.release(device)
    return {
      call: () => device.ask(addSplit, split),
      async goOn(answer) {
        const stored = await Promise.all(
          [setId, split.setId].map(
            async (id) => (await device.refusal(getShare, { setId: id })) === undefined,
          ),
        )
        expect(
          answer
            ? [[false, true]]
            : [
                [true, false],
                [false, true],
              ],
        ).toContainEqual(stored)
        await world.store(device, split)
        await world.mailTo(owner.email, /recovery of your wallet was changed/)
      },
    }
  },
  async askVault(world, owner) {
    const { device, setId } = await beginVault(world, owner)
    const call = () => device.ask(askVault, {})
    return {
      call,
      async goOn(answer) {
        const readyAt = (await device.ask(listRecovery, {})).methods.find(
          ({ method }) => method === 'vault',
        )?.readyAt
        if (answer) expect(readyAt).toBeGreaterThan(0)
        expect((await call()).readyAt).toBeGreaterThan(0)
        await expect
          .poll(() => device.refusal(recover, { setId }), { timeout: 5_000 })
          .toBeUndefined()
        await world.mailTo(owner.email, /about to be recovered/)
      },
    }
  },
  async 'refuse, of the vault'(world, owner) {
    const { device } = await beginVault(world, owner)
    await device.ask(askVault, {})
    const token = await world.tokenTo(owner.email, /about to be recovered/)
    const call = () => world.post('/refuse', token)
    return {
      call,
      async goOn(answer) {
        if (answer) await expectLoggedOut(device)
        await call()
        await expectLoggedOut(device)
      },
    }
  },
  async removeDevice(world, owner) {
    const device = await world.second(owner)
    await device.ask(recover, { setId: owner.setId, proof: owner.proof })
    const split = {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery: passwordShare() },
    }
    await device.ask(addSplit, split)
    const { devices } = await owner.device.ask(listDevices, {})
    const call = () =>
      owner.device.ask(removeDevice, { id: devices.find(({ isThis }) => !isThis)?.id ?? '' })
    return {
      call,
      async goOn(answer) {
        if (await isLoggedIn(device)) {
          expect(answer).toBeUndefined()
          expect(await device.ask(getShare, { setId: split.setId })).toEqual({
            serverShare: split.split.serverShare,
          })
        }
        await call()
        await expectLoggedOut(device)
        expect((await owner.device.ask(listDevices, {})).devices).toHaveLength(1)
        await world.mailTo(owner.email, /was removed/)
      },
    }
  },
  async endSession(world, { device, email, setId, serverShare }) {
    world.release(device)
    return {
      call: () => device.ask(endSession, {}),
      async goOn(answer) {
        if (answer) await expectLoggedOut(device)
        if (await isLoggedIn(device)) await device.ask(endSession, {})
        await expectLoggedOut(device)
        await world.enter(device, email)
        world.hold(device, { setId, serverShare })
      },
    }
  },
  async noteExport(_, { device }) {
    const call = () => device.ask(noteExport, { kind: 'phrase' })
    const noted = async () =>
      (await device.ask(listAudit, {})).entries.filter(({ kind }) => kind === 'exported').length
    return {
      call,
      async goOn(answer) {
        expect(answer ? [1] : [0, 1]).toContain(await noted())
        await call()
        expect(await noted()).toBe(1)
      },
    }
  },
}
