import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@latchkey/devnet/ports'
import { startCompanies, type StartedCompanies } from '@latchkey/devnet/startCompanies'
import { startMail, type MailCatcher } from '@latchkey/devnet/startMail'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import {
  addSplit,
  askVault,
  checkOtp,
  checkPrimaryOtp,
  checkSecondaryOtp,
  confirmDeletion,
  createAccount,
  finishSocial,
  getSession,
  getShare,
  startDeletion,
  startEmail,
  startEmailChange,
  startSocial,
  waitForDevice,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBrowser } from './testing/createTestBrowser.ts'
import { createTestDevice, type TestDevice } from './testing/createTestDevice.ts'
import { addresses, passwordShare, secret } from './testing/makeAccount.ts'
import { site, vaultKeyPair } from './testing/startTestWallet.ts'
import {
  kill as killProcess,
  passIn,
  startWalletProcess,
  type WalletProcess,
} from './testing/walletProcess.ts'

let folder: string
let mail: MailCatcher
let companies: StartedCompanies
let env: Record<string, string>
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  mail = await startMail({ port: 0 })
  companies = await startCompanies({ port: 0 })
  const [port = 0] = await freePorts(1)
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  env = {
    PORT: String(port),
    SMTP: mail.smtp,
    LATCHKEY_MAIL_FROM: 'wallet@shop.example',
    LATCHKEY_DATABASE: join(folder, 'database'),
    LATCHKEY_RECOVERY: 'password',
    LATCHKEY_OPERATOR: 'Shop',
    LATCHKEY_KEYS: await file('keys', randomBytes(32).toString('base64')),
    LATCHKEY_SOCIALS: await file('socials.json', JSON.stringify(companies.socials)),
    LATCHKEY_PROJECTS: await file(
      'projects.json',
      JSON.stringify({ [site.projectId]: { name: 'Shop', origins: [site.origin] } }),
    ),
  }
})
afterAll(async () => {
  running.forEach((child) => child.kill('SIGKILL'))
  await mail.close()
  await companies.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Starts the wallet as an operator would. Resolves to its process and address, or to its output if
 * it fails.
 */
async function start(changed: Record<string, string> = {}, ahead = 0): Promise<WalletProcess> {
  const started = await startWalletProcess({ ...env, ...changed }, ahead)
  running.add(started.child)
  return started
}

const kill = (child: ChildProcess) => killProcess({ child })

/** The newest of the codes that were mailed to an address, once there are more than `before`. */
async function codeTo(email: string, before: number): Promise<string> {
  let codes: { subject: string }[] = []
  await expect
    .poll(
      async () =>
        (codes = (
          (await (await fetch(`${mail.url}/messages.json?to=${email}`)).json()) as {
            subject: string
          }[]
        ).filter(({ subject }) => /\d{6}/.test(subject))).length,
    )
    .toBeGreaterThan(before)
  return /\d{6}/.exec(codes[0]?.subject ?? '')?.[0] ?? ''
}

/** A call that a kill of the service may cut off. */
const attempt = <value>(call: Promise<value>) =>
  call.then(
    (result) => ({ isAnswered: true, result }) as const,
    () => ({ isAnswered: false }) as const,
  )

test('a service that is killed at any moment loses no confirmed login, account or share', {
  timeout: 240_000,
}, async () => {
  let { child, url } = await start()
  const restart = async () => {
    await kill(child)
    ;({ child, url } = await start())
  }
  const known: { device: TestDevice; setId: string; serverShare: string }[] = []
  for (const pause of [0, 6]) {
    const email = `${randomUUID()}@example.com`
    const device = await createTestDevice(url)
    await device.ask(startEmail, { email, ...site })
    const otp = await codeTo(email, 0)
    const login = attempt(device.ask(checkOtp, { otp }))
    await new Promise((resolve) => setTimeout(resolve, pause))
    await restart()
    if ((await login).isAnswered) expect(await device.ask(getSession, {})).toMatchObject({ email })
    else await device.ask(checkOtp, { otp }) // the code is still valid, or this device is logged in

    const sent = {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery: passwordShare() },
    }
    const making = attempt(device.ask(createAccount, sent))
    await new Promise((resolve) => setTimeout(resolve, pause))
    await restart()
    const made = await making
    const session = await device.ask(getSession, {})
    if (made.isAnswered) expect(session.addresses).toEqual(addresses)
    await device.ask(createAccount, sent) // the same answer, whether the account was created or not
    known.push({ device, setId: sent.setId, serverShare: sent.split.serverShare })
    for (const one of known)
      expect(await one.device.ask(getShare, { setId: one.setId })).toEqual({
        serverShare: one.serverShare,
      })
  }
  const over = once(child, 'close')
  child.kill('SIGTERM')
  expect((await over)[0]).toBe(0)
})

test('a service that is killed at a later step loses no answered step, and accepts the same call again', {
  timeout: 240_000,
}, async () => {
  const vault = vaultKeyPair()
  const vaultFile = join(folder, 'vault.json')
  await writeFile(vaultFile, JSON.stringify(vault))
  const changed = {
    LATCHKEY_DATABASE: join(folder, 'later'),
    LATCHKEY_RECOVERY: 'vault,password',
    LATCHKEY_VAULT_KEY: vaultFile,
    LATCHKEY_VAULT_DELAY: '1',
  }
  let { child, url } = await start(changed)
  let ahead = 0
  /** Kills the service during the call, and repeats the call. @returns the second answer */
  const killedDuring = async <value>(call: () => Promise<value>): Promise<value> => {
    const first = attempt(call())
    await new Promise((resolve) => setTimeout(resolve, 4))
    await kill(child)
    ;({ child, url } = await start(changed, ahead))
    await first
    return call()
  }
  const mailed = async (email: string, matching: RegExp) => {
    let found: { subject: string; text: string } | undefined
    await expect
      .poll(
        async () =>
          (found = (
            (await (await fetch(`${mail.url}/messages.json?to=${email}`)).json()) as {
              subject: string
              text: string
            }[]
          ).find(({ subject }) => matching.test(subject))),
      )
      .toBeDefined()
    return found ?? { subject: '', text: '' }
  }
  const codeIn = async (email: string, matching: RegExp) =>
    /\d{6}/.exec((await mailed(email, matching)).subject)?.[0] ?? ''
  /** A user who has an account. */
  const enter = async (email: string) => {
    const device = await createTestDevice(url)
    await device.ask(startEmail, { email, ...site })
    await device.ask(checkOtp, { otp: await codeIn(email, /code/) })
    const { userId } = await device.ask(getSession, {})
    const blob = await sealToVault({ vaultKey: vault, userId, share: randomBytes(17) })
    await device.ask(createAccount, {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery: { method: 'vault', blob } },
    })
    return { device, userId }
  }
  const [ann, ben, next, cat] = ['ann', 'ben', 'next', 'cat'].map(
    (name) => `${name}.${randomUUID().slice(0, 8)}@example.com`,
  ) as [string, string, string, string] // four words
  const { device: first } = await enter(ann)

  // stores another split
  const split = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: passwordShare() },
  }
  expect(await killedDuring(() => first.ask(addSplit, split))).toEqual({ setId: split.setId })
  expect(await first.ask(getShare, { setId: split.setId })).toEqual({
    serverShare: split.split.serverShare,
  })

  // changes the address
  const { device: leaving, userId } = await enter(ben)
  await leaving.ask(startEmailChange, { email: next })
  const primary = await codeIn(ben, /change your address/)
  await killedDuring(() => leaving.ask(checkPrimaryOtp, { otp: primary }))
  const secondary = await codeIn(next, /new address/)
  expect(await killedDuring(() => leaving.ask(checkSecondaryOtp, { otp: secondary }))).toEqual({
    email: next,
  })
  expect(await leaving.ask(getSession, {})).toMatchObject({ email: next, userId })

  // deletes an account
  const { device: ending } = await enter(cat)
  await ending.ask(startDeletion, {})
  const last = await codeIn(cat, /delete your wallet/)
  await killedDuring(() => attempt(ending.ask(confirmDeletion, { otp: last })))
  expect(await ending.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })

  // logs another device in by its link, and requests the vault for it
  const second = await createTestDevice(url)
  await passIn({ child }, (ahead = 31_000)) // 30 s between two codes for an address
  await second.ask(startEmail, { email: ann, ...site })
  const otp = await codeTo(ann, 1)
  expect(await killedDuring(() => second.ask(checkOtp, { otp }))).toEqual({ action: 'device' })
  const token = /token=([\w-]+)/.exec((await mailed(ann, /new device/)).text)?.[1] ?? ''
  await killedDuring(() =>
    fetch(`${url}/approve`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { origin: url },
    }),
  )
  expect(await killedDuring(() => second.ask(waitForDevice, {}))).toEqual({ status: 'connected' })
  expect((await killedDuring(() => second.ask(askVault, {}))).readyAt).toBeGreaterThan(0)
  await kill(child)
})

test('a service that is killed between the company’s redirect and the frame’s request loses no login', {
  timeout: 120_000,
}, async () => {
  let { child, url } = await start()
  const restart = async () => {
    await kill(child)
    ;({ child, url } = await start())
  }
  const device = await createTestDevice(url)
  const { id, uri } = await device.ask(startSocial, { provider: 'apple', ...site })
  await restart()
  const { end } = await createTestBrowser().visit(uri, { email: 'killed@example.org' })
  await restart()
  const result = end?.message?.result ?? ''
  const login = attempt(device.ask(finishSocial, { id, result }))
  await restart()
  await login
  // the answer is the same, whether it was sent before or not
  expect(await device.ask(finishSocial, { id, result })).toEqual({ action: 'connected' })
  expect(await device.ask(getSession, {})).toMatchObject({
    email: 'killed@example.org',
    ways: ['apple'],
  })
  await kill(child)
})

test.each([
  [{ LATCHKEY_SOCIALS: 'nowhere.json' }, "LATCHKEY_SOCIALS: nowhere.json can't be read as JSON"],
  [{ LATCHKEY_KEYS: '' }, 'LATCHKEY_KEYS: has to be given, see README.md'],
  [
    { LATCHKEY_RECOVERY: 'vault' },
    'LATCHKEY_VAULT_KEY (vault): The vault is offered, so it needs its key',
  ],
  [
    { HOST: '0.0.0.0' },
    'PUBLIC_URL: has to be given where the wallet can be reached from other machines',
  ],
  [
    { SMTP: 'https://mail.example' },
    'SMTP (mail.url): Expected smtp://… or smtps://…, with signs such as @ and % encoded',
  ],
])('a start with wrong settings ends with one sentence: %j', async (changed, sentence) => {
  const { output, code } = await start(changed)
  expect([output.trim(), code]).toEqual([sentence, 1])
})
