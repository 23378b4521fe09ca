import { createStopwatch, type Bystander, type Part } from '../bystander.ts'
import { waitedForProcessor } from '../measure.ts'
import type { Service } from '../startService.ts'
import { createClient, type Answer } from './client.ts'
import { createDevice, type Device } from './device.ts'
import { codeTo, homeAddress } from './inbox.ts'
import { honestChain } from './networks.ts'
import { site } from './site.ts'

/**
 * Milliseconds between two requests, and between two new visitors. The rate stays below the quota
 * of one client.
 */
const pause = 75
const newcomerEvery = 2_500
/** Milliseconds from the start of the attack until the owner logs in. */
const ownerAfter = 300
/**
 * Max duration of one step of a login, in milliseconds, the mail included. The service alternates
 * between code requests of unknown visitors and visitors who log in.
 */
const stepLimit = 4_000

const gasPrice = { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice', params: [] }

/**
 * Honest visitors of one address:
 * - A logged-in visitor requests health, the frame's page, the session and a node every 75 ms.
 *   These requests are timed.
 * - A new visitor logs in every 2.5 s.
 * - A returning owner, whose device is known, logs in during the attack.
 *
 * A login counts as failed when it is refused or when a step takes too long.
 */
export async function startWalletBystander({
  url,
  pid,
  seenFolder,
}: Pick<Service, 'url' | 'pid' | 'seenFolder'>): Promise<Bystander> {
  const stopwatch = createStopwatch(pid)
  const client = createClient(url)
  const [visitor, owner] = [createDevice(), createDevice()]
  const now = () => performance.now() - waitedForProcessor(pid)
  let answered = 0
  let isOver = false

  async function timed(work: Promise<Answer>): Promise<Answer> {
    const end = stopwatch.start()
    const answer = await work
    answered += 1
    if (!isOver) end(answer.status === '200' ? undefined : answer.status)
    return answer
  }

  /** Runs a step of a login. @returns its result; undefined when it failed */
  async function step<result>(
    name: string,
    work: Promise<result>,
    isValid: (result: result) => boolean,
  ): Promise<result | undefined> {
    const began = now()
    const result = await work
    if (isOver) return undefined
    const took = now() - began
    if (took > stepLimit) stopwatch.fail(`a login waited ${Math.round(took / 1_000)} s for ${name}`)
    if (isValid(result)) return result
    stopwatch.fail(
      `a login had no ${name}: ${typeof result === 'object' ? JSON.stringify(result) : String(result)}`,
    )
    return undefined
  }

  async function logIn(device: Device, email: string): Promise<void> {
    const isValid = ({ status }: Answer) => status === '200'
    if (
      !(await step(
        'code',
        client.send({ device, path: '/v1/email', params: { email, ...site } }),
        isValid,
      ))
    )
      return
    const otp = await step('mail', codeTo(seenFolder, email), (code) => code !== undefined)
    if (
      otp === undefined ||
      !(await step('answer', client.send({ device, path: '/v1/otp', params: { otp } }), isValid))
    )
      return
    answered += 2
  }

  await logIn(visitor, homeAddress('visitor'))
  await logIn(owner, homeAddress('owner'))
  await client.send({ device: owner, path: '/v1/sign-out', params: {} })

  const turns: readonly (() => Promise<Answer>)[] = [
    () => client.get('/health'),
    () =>
      client.send({ device: visitor, path: `/v1/rpc?chainId=${honestChain}`, params: gasPrice }),
    () => client.send({ device: visitor, path: '/v1/session', params: {} }),
    () => client.get(`/frame?projectId=${site.projectId}`),
  ]
  let turn = 0
  let newcomers = 0
  const beats = [
    setInterval(() => {
      const nextTurn = turns[(turn += 1) % turns.length]
      if (nextTurn) void timed(nextTurn())
    }, pause),
    setInterval(
      () => void logIn(createDevice(), homeAddress(`newcomer${(newcomers += 1)}`)),
      newcomerEvery,
    ),
  ]
  return {
    ...stopwatch,
    begin(part: Part) {
      stopwatch.begin(part)
      if (part === 'attack') setTimeout(() => void logIn(owner, homeAddress('owner')), ownerAfter)
    },
    async end() {
      isOver = true
      beats.forEach(clearInterval)
      client.close()
      return { answered, lost: 0 }
    },
  }
}
