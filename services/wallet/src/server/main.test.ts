import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@latchkey/devnet/ports'
import { startCompanies, type StartedCompanies } from '@latchkey/devnet/startCompanies'
import { startMail, type MailCatcher } from '@latchkey/devnet/startMail'
import { quickWasm } from '@latchkey/server/testing/quickWasm'
import { checkOtp, createAccount, finishSocial, getSession, getShare, startEmail, startSocial } from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBrowser } from './testing/createTestBrowser.ts'
import { createTestDevice, type TestDevice } from './testing/createTestDevice.ts'
import { addresses, passwordShare, secret } from './testing/makeAccount.ts'
import { site } from './testing/startTestWallet.ts'

const program = fileURLToPath(new URL('../../bin/latchkey-wallet.mjs', import.meta.url))
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
    PORT: String(port), SMTP: mail.smtp, LATCHKEY_MAIL_FROM: 'wallet@shop.example', LATCHKEY_DATABASE: join(folder, 'database'), LATCHKEY_RECOVERY: 'password', LATCHKEY_OPERATOR: 'Shop',
    LATCHKEY_KEYS: await file('keys', randomBytes(32).toString('base64')),
    LATCHKEY_SOCIALS: await file('socials.json', JSON.stringify(companies.socials)),
    LATCHKEY_PROJECTS: await file('projects.json', JSON.stringify({ [site.projectId]: { name: 'Shop', origins: [site.origin] } })),
  }
})
afterAll(async () => {
  running.forEach((child) => child.kill('SIGKILL'))
  await mail.close()
  await companies.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the wallet as an operator would; resolves to its process and address, or to what it said instead. */
async function start(changed: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string; said: string; code: number | null }> {
  const child = spawn(process.execPath, [...quickWasm, program], { env: { ...process.env, ...env, ...changed }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let said = ''
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'close').then(() => undefined)
  const line = child.stdout ? await Promise.race([once(createInterface(child.stdout), 'line'), ended]) : undefined
  return { child, said, code: child.exitCode, url: line === undefined ? '' : (JSON.parse(String(line[0])) as { listening: string }).listening }
}

async function kill(child: ChildProcess): Promise<void> {
  const over = once(child, 'close')
  child.kill('SIGKILL')
  await over
}

async function codeTo(email: string, before: number): Promise<string> {
  let mails: { text: string }[] = []
  await expect.poll(async () => (mails = (await (await fetch(`${mail.url}/messages.json?to=${email}`)).json()) as typeof mails).length).toBeGreaterThan(before)
  return /\d{6}/.exec(mails[0]?.text ?? '')?.[0] ?? ''
}

/** A call that the death of the service may cut off. */
const attempt = <value>(call: Promise<value>) => call.then((result) => ({ isAnswered: true, result }) as const, () => ({ isAnswered: false }) as const)

test('a service that is killed at any moment loses no login, no account and no share that it has promised', { timeout: 240_000 }, async () => {
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
    else await device.ask(checkOtp, { otp }) // the code is still good, or this device is logged in

    const sent = { setId: randomUUID(), addresses, split: { serverShare: secret(17), recovery: passwordShare() } }
    const making = attempt(device.ask(createAccount, sent))
    await new Promise((resolve) => setTimeout(resolve, pause))
    await restart()
    const made = await making
    const session = await device.ask(getSession, {})
    if (made.isAnswered) expect(session.addresses).toEqual(addresses)
    await device.ask(createAccount, sent) // the same answer, whether it was made or not
    known.push({ device, setId: sent.setId, serverShare: sent.split.serverShare })
    for (const one of known) expect(await one.device.ask(getShare, { setId: one.setId })).toEqual({ serverShare: one.serverShare })
  }
  const over = once(child, 'close')
  child.kill('SIGTERM')
  expect((await over)[0]).toBe(0)
})

test('a service that is killed between a company and the frame loses no login', { timeout: 120_000 }, async () => {
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
  expect(await device.ask(finishSocial, { id, result })).toEqual({ action: 'connected' }) // the same answer, whether it was given or not
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'killed@example.org', ways: ['apple'] })
  await kill(child)
})

test.each([
  [{ LATCHKEY_SOCIALS: 'nowhere.json' }, "LATCHKEY_SOCIALS: nowhere.json can't be read as JSON"],
  [{ LATCHKEY_KEYS: '' }, 'LATCHKEY_KEYS: has to be given, see README.md'],
  [{ LATCHKEY_RECOVERY: 'vault' }, 'LATCHKEY_VAULT_KEY (vault): The vault is offered, so it needs its key'],
  [{ HOST: '0.0.0.0' }, 'PUBLIC_URL: has to be given where the wallet can be reached from other machines'],
  [{ SMTP: 'https://mail.example' }, 'SMTP (mail.url): Expected smtp://… or smtps://…'],
])('a start that cannot succeed ends with one sentence: %j', async (changed, sentence) => {
  const { said, code } = await start(changed)
  expect([said.trim(), code]).toEqual([sentence, 1])
})
