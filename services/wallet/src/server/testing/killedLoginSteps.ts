import { randomUUID } from 'node:crypto'
import {
  answerJoin,
  checkOtp,
  finishSocial,
  getSession,
  startEmail,
  startFarcaster,
  startSocial,
  waitForDevice,
  waitForFarcaster,
} from '@latchkey/protocol/walletServer'
import { expect } from 'vitest'
import type { KillWorld, Owner, KillSteps } from './createKillWorld.ts'
import { createTestBrowser, type LoginEnd } from './createTestBrowser.ts'
import type { TestDevice } from './createTestDevice.ts'
import { site } from './startTestWallet.ts'
import { expectLoggedOut, isLoggedIn } from './isLoggedIn.ts'

const newEmail = () => `${randomUUID()}@example.com`

/** A login at a company, up to the page with the result. */
async function beginSocial(device: TestDevice, email: string) {
  const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
  const { end } = await createTestBrowser().visit(uri, { email })
  return { id, result: end?.message?.result ?? '' }
}

/** Another device, whose login waits to join the owner's account. */
async function beginJoin(world: KillWorld, { email }: Owner): Promise<TestDevice> {
  const device = await world.device()
  expect(await device.ask(finishSocial, await beginSocial(device, email))).toMatchObject({
    action: 'join',
  })
  return device
}

/** Another device, which waits for the owner's answer to the mailed link. */
async function beginLink(
  world: KillWorld,
  { email }: Owner,
): Promise<{ device: TestDevice; token: string }> {
  const device = await world.device()
  await device.ask(startEmail, { email, ...site })
  expect(await device.ask(checkOtp, { otp: await world.codeTo(email) })).toEqual({
    action: 'device',
  })
  return { device, token: await world.tokenTo(email, /new device/) }
}

/**
 * Steps of logins: codes, links, companies, and the question whether two logins belong to one
 * wallet.
 */
export const killedLoginSteps: KillSteps = {
  async startEmail(world) {
    const [device, email] = [await world.device(), newEmail()]
    const call = () => device.ask(startEmail, { email, ...site })
    return {
      call,
      async goOn() {
        await expectLoggedOut(device)
        const otp = (await world.mailedCode(email)) ?? (await call(), await world.codeTo(email))
        expect(await device.ask(checkOtp, { otp })).toMatchObject({ action: 'connected' })
      },
    }
  },
  async startSocial(world) {
    const device = await world.device()
    return {
      call: () => device.ask(startSocial, { provider: 'google', ...site }),
      async goOn() {
        await expectLoggedOut(device)
        expect(await device.ask(finishSocial, await beginSocial(device, newEmail()))).toEqual({
          action: 'connected',
        })
      },
    }
  },
  async 'the page to which a company sends back'(world) {
    const device = await world.device()
    const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
    const back = await createTestBrowser().visit(uri, { email: newEmail() }, true)
    return {
      call: () => createTestBrowser().again(back),
      async goOn(answer) {
        await expectLoggedOut(device)
        // `answer` is the answer of `call`
        const result = (answer as LoginEnd | undefined)?.end?.message?.result
        expect(
          await device.ask(
            finishSocial,
            result === undefined ? await beginSocial(device, newEmail()) : { id, result },
          ),
        ).toEqual({ action: 'connected' })
      },
    }
  },
  async finishSocial(world) {
    const [device, email] = [await world.device(), newEmail()]
    const begun = await beginSocial(device, email)
    const call = () => device.ask(finishSocial, begun)
    return {
      call,
      async goOn(answer) {
        if (answer) expect(await isLoggedIn(device)).toBe(true)
        expect(await call()).toEqual({ action: 'connected' })
        expect(await device.ask(getSession, {})).toMatchObject({ email, ways: ['google'] })
      },
    }
  },
  async 'answerJoin, which mails a code'(world, owner) {
    const device = await beginJoin(world, owner)
    const call = () => device.ask(answerJoin, { join: true })
    return {
      call,
      async goOn() {
        await expectLoggedOut(device)
        const otp =
          (await world.mailedCode(owner.email)) ?? (await call(), await world.codeTo(owner.email))
        expect(await device.ask(checkOtp, { otp })).toEqual({ action: 'device' })
        await world.post('/approve', await world.tokenTo(owner.email, /new device/))
        expect(await device.ask(getSession, {})).toMatchObject({
          userId: owner.userId,
          ways: ['email', 'google'],
        })
        await world.mailTo(owner.email, /now opens/)
      },
    }
  },
  async 'answerJoin, for an account of its own'(world, owner) {
    const device = await beginJoin(world, owner)
    const call = () => device.ask(answerJoin, { join: false })
    return {
      call,
      async goOn(answer) {
        if (answer) expect(await isLoggedIn(device)).toBe(true)
        expect(await call()).toEqual({ action: 'connected' })
        expect(await device.ask(getSession, {})).toMatchObject({
          ways: ['google'],
          addresses: null,
        })
      },
    }
  },
  async 'answerJoin, for neither'(world, owner) {
    const device = await beginJoin(world, owner)
    const call = () => device.ask(answerJoin, { join: null })
    return {
      call,
      async goOn() {
        expect(await call()).toEqual({ action: 'ended' })
        await expectLoggedOut(device)
        expect(
          await device.ask(finishSocial, await beginSocial(device, owner.email)),
        ).toMatchObject({ action: 'join' })
      },
    }
  },
  async 'approve, which joins'(world, owner) {
    const device = await beginJoin(world, owner)
    await device.ask(answerJoin, { join: true })
    await device.ask(checkOtp, { otp: await world.codeTo(owner.email) })
    const token = await world.tokenTo(owner.email, /new device/)
    const call = () => world.post('/approve', token)
    return {
      call,
      async goOn(answer) {
        if (answer) expect(await isLoggedIn(device)).toBe(true)
        await call()
        expect(await device.ask(getSession, {})).toMatchObject({
          userId: owner.userId,
          ways: ['email', 'google'],
        })
        await world.mailTo(owner.email, /now opens/)
      },
    }
  },
  async approve(world, owner) {
    const { device, token } = await beginLink(world, owner)
    const call = () => world.post('/approve', token)
    return {
      call,
      async goOn(answer) {
        if (answer) expect(await isLoggedIn(device)).toBe(true)
        await call()
        expect(await device.ask(waitForDevice, {})).toEqual({ status: 'connected' })
      },
    }
  },
  async refuse(world, owner) {
    const { device, token } = await beginLink(world, owner)
    const call = () => world.post('/refuse', token)
    return {
      call,
      async goOn(answer) {
        if (answer)
          expect(await device.refusal(waitForDevice, {})).toMatchObject({ error: 'deviceRefused' })
        await call()
        expect(await device.refusal(waitForDevice, {})).toMatchObject({ error: 'deviceRefused' })
        await expectLoggedOut(device)
      },
    }
  },
  async waitForDevice(world, owner) {
    const { device, token } = await beginLink(world, owner)
    const call = () => device.ask(waitForDevice, {})
    return {
      call,
      async goOn(answer) {
        expect(answer).toBeUndefined() // it has not been approved
        await expectLoggedOut(device)
        await world.post('/approve', token)
        expect(await call()).toEqual({ status: 'connected' })
      },
    }
  },
  async startFarcaster(world, _, relay) {
    const device = await world.device()
    const call = () => device.ask(startFarcaster, site)
    return {
      call,
      async goOn() {
        await expectLoggedOut(device)
        await relay.approve((await call()).uri, { person: `verified:${newEmail()}` })
        expect(await device.ask(waitForFarcaster, {})).toEqual({ action: 'connected' })
      },
    }
  },
  async waitForFarcaster(world, _, relay) {
    const device = await world.device()
    await relay.approve((await device.ask(startFarcaster, site)).uri, {
      person: `verified:${newEmail()}`,
    })
    const call = () => device.ask(waitForFarcaster, {})
    return {
      call,
      async goOn(answer) {
        if (answer) expect(await isLoggedIn(device)).toBe(true)
        expect(await call()).toEqual({ action: 'connected' })
        expect(await device.ask(getSession, {})).toMatchObject({ ways: ['farcaster'] })
      },
    }
  },
}
