import { createTally } from '../tally.ts'
import { onEachSocket } from '../flood.ts'
import type { Metrics, Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { createClient, type Client } from './client.ts'
import { createDevice, type Device } from './device.ts'
import { homeAddress } from './inbox.ts'
import { site } from './site.ts'

/**
 * Number of the attackers' addresses. In a short attack, many attackers would not get beyond their
 * first requests.
 */
const clientsOf = ({ quick }: Target): number => (quick ? 40 : 100)
/** One of the attackers' addresses; bystanders have 127.0.0.1. */
export const addressAt = (index: number): string => `127.0.1.${1 + (index % 250)}`

/** An unknown visitor, with its own address and device key. */
export type UnknownVisitor = { client: Client; device: Device; index: number }

/** Runs unknown visitors, each of whom repeats the same action until the attack is over. */
export async function everyStranger(
  target: Target,
  count: number,
  work: (visitor: UnknownVisitor) => Promise<void>,
): Promise<void> {
  await onEachSocket(count, count, async (index) => {
    const client = createClient(target.url, addressAt(index))
    target.track(client.close)
    const visitor = { client, device: createDevice(), index }
    while (!target.signal.aborted) await work(visitor)
  })
}

const event = (counted: Metrics, name: string) =>
  counted.get(`latchkey_wallet_events_total{event="${name}"}`) ?? 0

/** Strangers request codes for the owner's address. The owner's own device can still log in. */
export const codesOfOne: Scene = {
  name: 'codes-of-one',
  of: 'wallet',
  seconds: 4,
  title: '100 clients ask for codes for the address of an owner, who logs in meanwhile',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      await everyStranger(target, clientsOf(target), async ({ client, device }) =>
        tally.add(
          (
            await client.send({
              device,
              path: '/v1/email',
              params: { email: homeAddress('owner'), ...site },
              signal: target.signal,
            })
          ).status,
        ),
      )
      return {
        did: tally.text(),
        faults: tally.get('200') > 1 ? [`${tally.get('200')} codes were mailed`] : [],
      }
    },
  }),
}

/** Strangers request codes for many addresses, while new visitors need the mail server, too. */
export const codesOfMany: Scene = {
  name: 'codes-of-many',
  of: 'wallet',
  seconds: 6,
  title: '100 clients ask for codes, each time for another address; 30 of each are mailed',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      let turn = 0
      await everyStranger(target, clientsOf(target), async ({ client, device }) =>
        tally.add(
          (
            await client.send({
              device,
              path: '/v1/email',
              params: { email: `n${(turn += 1)}@many.example`, ...site },
              signal: target.signal,
            })
          ).status,
        ),
      )
      return {
        did: tally.text(),
        faults:
          tally.get('200') > 31 * clientsOf(target)
            ? [`${tally.get('200')} codes were mailed`]
            : [],
      }
    },
  }),
}

/** Half of the visitors request a code first. The others guess codes that were never mailed. */
export const guesses: Scene = {
  name: 'guesses',
  of: 'wallet',
  quick: 'short',
  seconds: 15,
  title:
    'up to 10,000 guesses of codes from 100 devices, half of them for one address: no more are compared than the limits allow',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      let remaining = 10_000
      const guessed = new Set<number>()
      await everyStranger(target, clientsOf(target), async ({ client, device, index }) => {
        if (!guessed.has(index)) {
          guessed.add(index)
          await client.send({
            device,
            path: '/v1/email',
            params: {
              email: index % 2 === 0 ? 'one@many.example' : `g${index}@many.example`,
              ...site,
            },
            signal: target.signal,
          })
        }
        remaining -= 1
        if (remaining < 0)
          return void (await new Promise((resolve) =>
            target.signal.addEventListener('abort', resolve, { once: true }),
          ))
        const { status, body } = await client.send({
          device,
          path: '/v1/otp',
          params: { otp: String(remaining).padStart(6, '0') },
          signal: target.signal,
        })
        tally.add(/"error":"(\w+)"/.exec(body)?.[1] ?? status)
      })
      return { did: tally.text(), faults: tally.get('200') > 0 ? ['a guess was right'] : [] }
    },
  }),
  expect: (counted) =>
    event(counted, 'codeWrong') > 4 * event(counted, 'code asked')
      ? [
          `${event(counted, 'codeWrong')} guesses were compared for ${event(counted, 'code asked')} codes`,
        ]
      : [],
}
