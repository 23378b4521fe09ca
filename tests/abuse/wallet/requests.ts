import { wait } from '@latchkey/server/waiting'
import { answerOf, askAgain, requestOf } from '../api/http.ts'
import { startNode } from '../api/startNode.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { addressAt, everyStranger } from './codes.ts'
import { createDevice, type Changed, type Device } from './device.ts'
import { attackedChain, attackedNumber, networkAt } from './networks.ts'
import { site } from './site.ts'

const hour = 3_600

/**
 * One change for each kind of invalid proof. The first proof is valid, and is used a second time.
 */
const wrongs: readonly (Changed | ((device: Device, url: string, body: string) => string))[] = [
  (device, url, body) => device.prove(url, body),
  { claims: { iat: Math.floor(Date.now() / 1_000) - hour } },
  { claims: { iat: Math.floor(Date.now() / 1_000) + hour } },
  { claims: { iat: 1e300 } },
  { claims: { htm: 'GET' } },
  { claims: { bh: 'A'.repeat(43) } },
  { claims: { jti: 'x'.repeat(1_000) } },
  { claims: { htu: 'http://127.0.0.1/v1/session' } },
  { header: { alg: 'none' } },
  { header: { alg: 'HS256' } },
  { header: { typ: 'JWT' } },
  { header: { crit: ['exp'], exp: 1 } },
  { header: { jwk: { kty: 'oct', k: 'AAAA' } } },
  { header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } } },
  { header: { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } } },
  (device, url, body) => device.prove(url, body).slice(0, -8) + 'AAAAAAAA',
  (device, url, body) => device.prove(url, body).replace(/\.[^.]*$/, '.'),
  () => '',
  () => '.'.repeat(2_000),
  () => 'a'.repeat(2_048),
]

/** Shows that a wrong, old or foreign proof logs no visitor in. */
export const foreignProofs: Scene = {
  name: 'foreign-proofs',
  of: 'wallet',
  seconds: 4,
  title:
    '40 clients show proofs of other keys, times, bodies and algorithms, and each right one twice',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const faults = new Set<string>()
      const url = `${target.url}/v1/sign-out`
      let turn = 0
      await everyStranger(target, 40, async ({ client, device }) => {
        const number = (turn += 1) % wrongs.length
        const wrong = wrongs[number] ?? {}
        const proof =
          typeof wrong === 'function' ? wrong(device, url, '{}') : device.prove(url, '{}', wrong)
        const sendOne = () =>
          client.send({ device, path: '/v1/sign-out', params: {}, proof, signal: target.signal })
        if (number === 0) await sendOne()
        const { status, body } = await sendOne()
        tally.add(status)
        if (
          !['401', '429', 'cut'].includes(status) ||
          (status === '401' && !body.includes('proofInvalid'))
        )
          faults.add(`proof ${number} was answered with ${status} ${body.slice(0, 60)}`)
      })
      return { did: tally.text(), faults: [...faults] }
    },
  }),
}

/** Bodies that are too large, too deep, or incomplete. */
export const walletBodies: Scene = {
  name: 'wallet-bodies',
  of: 'wallet',
  seconds: 4,
  title:
    '50 clients send bodies of 1 MB, with and without a length, and nested ones; 1,000 more send theirs a byte a second',
  stage: () => ({
    async attack(target) {
      const tally = createTally()
      const large = 'a'.repeat(1_000_000)
      const device = createDevice()
      const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const chunked = Buffer.from(
        `POST /v1/email HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\ntransfer-encoding: chunked\r\n\r\nF4240\r\n${large}\r\n0\r\n\r\n`,
      )
      const requests = [
        requestOf(target, 'POST', '/v1/email', { body: large }),
        chunked,
        requestOf(target, 'POST', '/v1/email', {
          body: nested,
          headers: { dpop: device.prove(`${target.url}/v1/email`, nested) },
        }),
        requestOf(target, 'POST', `/v1/rpc?chainId=${attackedChain}`, { body: large }),
        requestOf(target, 'POST', '/approve', { body: large, headers: { origin: target.url } }),
      ]
      let turn = 0
      const floods = onEachSocket(50, 50, (index) =>
        askAgain(
          target,
          (status) => tally.add(status),
          () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0),
          addressAt(index),
        ),
      )
      const slow = onEachSocket(1_000, 100, async (index) => {
        const socket = await target.connect(addressAt(index)).catch(() => undefined)
        socket?.write(
          requestOf(target, 'POST', '/v1/email', { headers: { 'content-length': '60000' } }),
        )
        const beat = setInterval(() => socket?.destroyed !== true && socket?.write(' '), 1_000)
        target.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
      })
      await Promise.all([floods, slow])
      return { did: tally.text(), faults: tally.get('200') > 0 ? ['such a body was answered'] : [] }
    },
  }),
}

/** Requests to a node, as many as fit into one body. */
export const walletRpc: Scene = {
  name: 'wallet-rpc',
  of: 'wallet',
  seconds: 4,
  title: 'ten clients ask a node through `/v1/rpc` as fast as they can, 20 calls in one',
  stage: async () => {
    const node = await startNode(attackedNumber, () => ({ eth_call: () => `0x${'00'.repeat(32)}` }))
    const body = JSON.stringify(
      Array.from({ length: 20 }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'eth_call',
        params: [{ to: `0x${'11'.repeat(20)}` }, 'latest'],
      })),
    )
    return {
      config: { options: { networks: [networkAt(attackedChain, node.url)] } },
      async attack(target) {
        const tally = createTally()
        const request = requestOf(target, 'POST', `/v1/rpc?chainId=${attackedChain}`, { body })
        await onEachSocket(10, 10, (index) =>
          askAgain(
            target,
            (status) => tally.add(status),
            () => request,
            addressAt(index),
          ),
        )
        return { did: tally.text(), faults: tally.get('429') > 0 ? [] : ['no client was refused'] }
      },
    }
  },
}

/** Logins at a company that begin and never finish. */
export const socialStarts: Scene = {
  name: 'social-starts',
  of: 'wallet',
  seconds: 4,
  title: '100 clients begin logins at a company, each with a new device; 60 of each are allowed',
  stage: () => ({
    config: { options: { socials: { github: { clientId: 'abuse', clientSecret: 'abuse' } } } },
    async attack(target) {
      const tally = createTally()
      await everyStranger(target, 100, async ({ client }) => {
        const { status } = await client.send({
          device: createDevice(),
          path: '/v1/social',
          params: { provider: 'github', ...site },
          signal: target.signal,
        })
        tally.add(status)
        if (status === '429') await wait(10)
      })
      return {
        did: tally.text(),
        faults: tally.get('200') > 61 * 100 ? [`${tally.get('200')} logins were begun`] : [],
      }
    },
  }),
}

/** Attackers guess the secrets that complete a login: results of companies, tokens of links. */
export const guessedLinks: Scene = {
  name: 'guessed-links',
  of: 'wallet',
  seconds: 4,
  title: '20 clients guess tokens of links, results of companies and states of callbacks',
  stage: () => ({
    config: { options: { socials: { github: { clientId: 'abuse', clientSecret: 'abuse' } } } },
    async attack(target) {
      const tally = createTally()
      const guess = (turn: number) =>
        Buffer.from(String(turn).padStart(32, '0')).toString('base64url')
      let turn = 0
      const next = () => {
        turn += 1
        if (turn % 3 === 0)
          return requestOf(target, 'GET', `/social/callback/github?code=abuse&state=${guess(turn)}`)
        if (turn % 3 === 1) return requestOf(target, 'GET', `/approve?token=${guess(turn)}`)
        return requestOf(target, 'POST', '/approve', {
          body: `token=${guess(turn)}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: target.url },
        })
      }
      await onEachSocket(20, 20, async (index) => {
        const socket = await target.connect(addressAt(index))
        while (!target.signal.aborted && !socket.destroyed) {
          socket.write(next())
          const head = await answerOf(socket, target.signal)
          if (!target.signal.aborted) tally.add(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 'cut')
        }
      })
      return {
        did: tally.text(),
        faults:
          tally.get('200') + tally.get('302') + tally.get('303') > 0
            ? ['a guess was answered']
            : [],
      }
    },
  }),
}
