import { randomBytes } from 'node:crypto'
import type { VaultPrivateKey } from '@latchkey/protocol/vaultEnvelope'
import { checkOtp, startEmail } from '@latchkey/protocol/walletServer'
import { createKeyPair } from '@latchkey/server/testing/createKeyPair'
import { createWallet } from '../createWallet.ts'
import type { LogLine, Mail, WalletOptions } from '../options.ts'
import { createTestDevice, type TestDevice } from './createTestDevice.ts'

/** The site of the tests. */
export const site = { projectId: 'shop', origin: 'https://shop.example' } as const

/** A wallet in this process, with its own clock and inbox. */
export type TestWallet = Awaited<ReturnType<typeof startTestWallet>>

/** A vault's key. */
export function vaultKeyPair(): VaultPrivateKey {
  return createKeyPair().jwk
}

/** Finds the mails that a wallet has sent. */
function createInbox(mails: readonly Mail[]) {
  /** The last mail to an address, once it has arrived. */
  async function mailTo(to: string, matching = /./): Promise<Mail> {
    for (let look = 0; look < 400; look++) {
      const found = mails.findLast((mail) => mail.to === to && matching.test(mail.subject))
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error('No mail came')
  }
  const codeTo = async (to: string) => /\d{6}/.exec((await mailTo(to, /code/)).subject)?.[0] ?? ''
  const tokenTo = async (to: string, matching: RegExp) =>
    /token=([\w-]+)/.exec((await mailTo(to, matching)).text)?.[1] ?? ''
  return { mailTo, codeTo, tokenTo }
}

/** Starts a wallet, by default on a free port and with a database in memory. */
export async function startTestWallet(changed: Partial<WalletOptions> = {}, port = 0) {
  let time = Date.now()
  const now = changed.now ?? (() => time)
  const mails: Mail[] = []
  const lines: LogLine[] = []
  const vault = { privateKey: vaultKeyPair(), delay: 60_000 }
  const options: WalletOptions = {
    projects: { shop: { name: 'Shop', origins: [site.origin] } },
    database: 'memory',
    keys: [new Uint8Array(randomBytes(32))],
    mail: async (mail) => mails.push(mail),
    recovery: ['vault', 'password'],
    vault,
    operator: 'Latchkey Test',
    limits: {
      rate: false,
      mails: false,
      socials: false,
      operations: false,
      requests: false,
      connections: false,
    },
    log: (line) => lines.push(line),
    now,
    ...changed,
  }
  const wallet = createWallet(options)
  const { url } = await wallet.listen({ port })

  const { mailTo, codeTo, tokenTo } = createInbox(mails)
  const post = (path: string, token: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { origin: url },
    })

  return {
    url,
    now,
    mails,
    lines,
    options,
    vault,
    mailTo,
    codeTo,
    tokenTo,
    post,
    /** Advances the clock, which does not run by itself. */
    pass: (milliseconds: number) => void (time += milliseconds),
    device: () => createTestDevice(url, now),
    /** Logs a device in by code, and by link if one is needed. */
    async logIn(device: TestDevice, email: string): Promise<void> {
      time += 31_000
      mails.length = 0
      await device.ask(startEmail, { email, ...site })
      const { action } = await device.ask(checkOtp, { otp: await codeTo(email) })
      if (action === 'device') await post('/approve', await tokenTo(email, /new device/))
    },
    close: wallet.close,
  }
}
