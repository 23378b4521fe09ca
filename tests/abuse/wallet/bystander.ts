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
  const logins = new Logins(client, { pid, seenFolder, fail: stopwatch.fail })
  const [visitor, owner] = [createDevice(), createDevice()]
  let answered = 0
  let isOver = false

  await logins.logIn(visitor, homeAddress('visitor'))
  await logins.logIn(owner, homeAddress('owner'))
  await client.send({ device: owner, path: '/v1/sign-out', params: {} })

  async function timed(work: Promise<Answer>): Promise<void> {
    const end = stopwatch.start()
    const { status } = await work
    answered += 1
    if (!isOver) end(status === '200' ? undefined : status)
  }
  const turns = turnsOf(client, visitor)
  let turn = 0
  let newcomers = 0
  const beats = [
    setInterval(() => {
      const nextTurn = turns[(turn += 1) % turns.length]
      if (nextTurn) void timed(nextTurn())
    }, pause),
    setInterval(
      () => void logins.logIn(createDevice(), homeAddress(`newcomer${(newcomers += 1)}`)),
      newcomerEvery,
    ),
  ]
  return {
    ...stopwatch,
    begin(part: Part) {
      stopwatch.begin(part)
      if (part === 'attack')
        setTimeout(() => void logins.logIn(owner, homeAddress('owner')), ownerAfter)
    },
    async end() {
      isOver = true
      logins.end()
      beats.forEach(clearInterval)
      client.close()
      return { answered: answered + logins.answered, lost: 0 }
    },
  }
}

/** The requests of a logged-in visitor, in turn. */
const turnsOf = (client: Client, visitor: Device): readonly (() => Promise<Answer>)[] => [
  () => client.get('/health'),
  () => client.send({ device: visitor, path: `/v1/rpc?chainId=${honestChain}`, params: gasPrice }),
  () => client.send({ device: visitor, path: '/v1/session', params: {} }),
  () => client.get(`/frame?projectId=${site.projectId}`),
]

type Client = ReturnType<typeof createClient>
type LoginOptions = Pick<Service, 'pid' | 'seenFolder'> & { fail: (why: string) => void }

/** Logins by e-mail. A step that fails or takes too long is a failure. */
class Logins {
  readonly #client: Client
  readonly #options: LoginOptions
  #isOver = false
  /** Number of answers of the service in completed logins: two for each login. */
  answered = 0

  constructor(client: Client, options: LoginOptions) {
    this.#client = client
    this.#options = options
  }

  /** From now on nothing counts as a failure. */
  end(): void {
    this.#isOver = true
  }

  async logIn(device: Device, email: string): Promise<void> {
    const send = (path: string, params: object) => this.#client.send({ device, path, params })
    const isAnswer = ({ status }: Answer) => status === '200'
    if (!(await this.#step('code', send('/v1/email', { email, ...site }), isAnswer))) return
    const mail = codeTo(this.#options.seenFolder, email)
    const otp = await this.#step('mail', mail, (code) => code !== undefined)
    if (otp === undefined) return
    if (!(await this.#step('answer', send('/v1/otp', { otp }), isAnswer))) return
    this.answered += 2
  }

  /** Runs a step of a login. @returns its result; undefined when it failed */
  async #step<result>(
    name: string,
    work: Promise<result>,
    isValid: (result: result) => boolean,
  ): Promise<result | undefined> {
    const { pid, fail } = this.#options
    const now = () => performance.now() - waitedForProcessor(pid)
    const began = now()
    const result = await work
    if (this.#isOver) return undefined
    const took = now() - began
    if (took > stepLimit) fail(`a login waited ${Math.round(took / 1_000)} s for ${name}`)
    if (isValid(result)) return result
    const found = typeof result === 'object' ? JSON.stringify(result) : String(result)
    fail(`a login had no ${name}: ${found}`)
    return undefined
  }
}
