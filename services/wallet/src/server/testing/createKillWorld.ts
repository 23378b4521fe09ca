import { randomUUID } from 'node:crypto'
import { wait } from '@latchkey/server/waiting'
import { sealToVault, type VaultPrivateKey } from '@latchkey/protocol/vaultEnvelope'
import {
  addSplit,
  checkOtp,
  createAccount,
  getSession,
  getShare,
  startEmail,
} from '@latchkey/protocol/walletServer'
import type * as v from 'valibot'
import { expect } from 'vitest'
import { createTestDevice, type TestDevice } from './createTestDevice.ts'
import { addresses, passwordShare, secret } from './makeAccount.ts'
import { site } from './startTestWallet.ts'
import type { FarcasterRelay } from '@latchkey/devnet/startFarcasterRelay'

/**
 * A step that is ready to be taken. `goOn`: checks the state after the service was killed and
 * started again 31 s later, and continues as the user would; it gets undefined for no answer.
 */
export type PreparedStep = {
  call: () => Promise<unknown>
  goOn: (answer: unknown) => Promise<void>
}

/** Prepares a step for an owner, whose device was created 31 s ago. */
export type KillStep = (
  world: KillWorld,
  owner: Owner,
  relay: FarcasterRelay,
) => Promise<PreparedStep>

/** Steps by their call. */
export type KillSteps = { readonly [name: string]: KillStep }

type CaughtMail = { id: string; subject: string; text: string }
/** A user with an account under a password. */
export type Owner = {
  email: string
  device: TestDevice
  userId: string
  setId: string
  serverShare: string
  proof: string
}
/** The actions of a test's users at a wallet that is killed and started again. */
export type KillWorld = ReturnType<typeof createKillWorld>

/** Reads mails of a mail catcher, each once. @param url the mail catcher's page */
function createInbox(url: string) {
  const read = new Set<string>()

  async function unread(email: string, matching: RegExp): Promise<CaughtMail[]> {
    // the cast is safe: our own mail catcher answers its mails, the newest first
    const mails = (await (await fetch(`${url}/messages.json?to=${email}`)).json()) as CaughtMail[]
    return mails.filter(({ id, subject }) => matching.test(subject) && !read.has(id))
  }

  /**
   * The newest unread mail to an address, which may have arrived already. Earlier mails count as
   * read.
   */
  async function mailTo(email: string, matching: RegExp): Promise<CaughtMail> {
    for (let look = 0; look < 800; look++) {
      const [newest, ...older] = await unread(email, matching)
      for (const { id } of newest ? [newest, ...older] : []) read.add(id)
      if (newest) return newest
      await wait(25)
    }
    throw new Error(`No mail like ${matching} came`)
  }
  const codeTo = async (email: string, matching = /\d{6}/) =>
    /\d{6}/.exec((await mailTo(email, matching)).subject)?.[0] ?? ''
  const tokenTo = async (email: string, matching: RegExp) =>
    /token=([\w-]+)/.exec((await mailTo(email, matching)).text)?.[1] ?? ''
  return {
    mailTo,
    codeTo,
    tokenTo,
    /** The code of a mail that arrived; undefined where the mail was lost with the process. */
    mailedCode: async (email: string) =>
      (await unread(email, /\d{6}/)).length > 0 ? codeTo(email) : undefined,
    /** Marks all mails to an address as read. */
    forget: async (email: string) => (await unread(email, /./)).forEach(({ id }) => read.add(id)),
  }
}

async function makeVaultSplit(vaultKey: VaultPrivateKey, userId: string) {
  const share = Uint8Array.from(Buffer.from(secret(17), 'base64url'))
  const blob = await sealToVault({ vaultKey, userId, share })
  const recovery = { method: 'vault', blob } as const
  return { setId: randomUUID(), addresses, split: { serverShare: secret(17), recovery } }
}

const postToken = (url: string, path: string, token: string) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { origin: url },
  })

/** @param options.inbox the mail catcher's page. @param options.now the wallet's clock */
export function createKillWorld({
  url,
  inbox,
  now,
  vault,
}: {
  url: string
  inbox: string
  now: () => number
  vault: VaultPrivateKey
}) {
  const mails = createInbox(inbox)
  /** The server's shares that devices have received, and that must not be lost. */
  const held = new Map<TestDevice, { setId: string; serverShare: string }>()

  const device = () => createTestDevice(url, now)
  const post = (path: string, token: string) => postToken(url, path, token)

  /** Logs a device in by a code, and by the link if it is new to the account. */
  async function enter(one: TestDevice, email: string): Promise<void> {
    await one.ask(startEmail, { email, ...site })
    const { action } = await one.ask(checkOtp, { otp: await mails.codeTo(email) })
    if (action === 'device') await post('/approve', await mails.tokenTo(email, /new device/))
  }

  return {
    url,
    device,
    ...mails,
    post,
    enter,
    hold: (one: TestDevice, share: { setId: string; serverShare: string }) =>
      void held.set(one, share),
    /** Marks that the device's share may be removed. */
    release: (one: TestDevice) => void held.delete(one),
    async owner(): Promise<Owner> {
      const [email, one] = [`${randomUUID()}@example.com`, await device()]
      await enter(one, email)
      const recovery = passwordShare()
      const made = { setId: randomUUID(), addresses, split: { serverShare: secret(17), recovery } }
      await one.ask(createAccount, made)
      const share = { setId: made.setId, serverShare: made.split.serverShare }
      held.set(one, share)
      const { userId } = await one.ask(getSession, {})
      return { email, device: one, userId, ...share, proof: recovery.proof }
    },
    /** Another device of an owner, logged in by the link. */
    async second({ email }: Owner): Promise<TestDevice> {
      const one = await device()
      await enter(one, email)
      return one
    },
    /** Another split, with the vault as its recovery. */
    vaultSplit: ({ userId }: Owner) => makeVaultSplit(vault, userId),
    async store(one: TestDevice, split: v.InferInput<(typeof addSplit)['params']>): Promise<void> {
      await one.ask(addSplit, split)
      held.set(one, { setId: split.setId, serverShare: split.split.serverShare })
    },
    /** Checks that no share is lost. */
    async checkShares(): Promise<void> {
      for (const [one, { setId, serverShare }] of held)
        expect(await one.ask(getShare, { setId })).toEqual({ serverShare })
    },
  }
}
