import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { addressKey } from '@latchkey/server/clientAddress'
import { isThisMachine, type Checked } from '../settings/schema.ts'
import { hostnameOf } from './hosts.ts'

/** Headers that proxies add. A request with one of them comes from another machine. */
const ofProxies = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
] as const

/**
 * Whether the services are for this machine only. When browsers on other machines reach them, a
 * proxy on this machine is in front. Many proxies pass a foreign request on exactly like a local
 * one: under this machine's name, without a header of their own.
 */
export const trustsThisMachine = ({
  url,
  trustProxy,
}: Pick<Checked, 'url' | 'trustProxy'>): boolean =>
  trustProxy === 0 && isThisMachine(new URL(url).hostname)

/**
 * Whether a request may see the operator's pages. Either
 * - it has the token, as `Authorization: Bearer` or as the password of a browser's prompt, or
 * - the services are for this machine only, and the request comes from this machine, to a name of
 *   this machine, and through no proxy.
 * The check of the name keeps out sites whose domain points to this machine's address.
 */
export function isOperator(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  checked: Pick<Checked, 'url' | 'trustProxy' | 'token'>,
): boolean {
  if (checked.token !== undefined && hasToken(headers.authorization, checked.token)) return true
  if (!trustsThisMachine(checked)) return false
  const hostname = hostnameOf(headers.host ?? '')
  return (
    hostname !== undefined &&
    isThisMachine(hostname) &&
    isLoopback(socket.remoteAddress) &&
    ofProxies.every((name) => headers[name] === undefined)
  )
}

const isLoopback = (address: string | undefined) => {
  const key = addressKey(address ?? '')
  return key !== undefined && (key.startsWith('127.') || address === '::1')
}

function hasToken(authorization: string | undefined, token: string): boolean {
  const [, kind = '', given = ''] = /^(Bearer|Basic) (\S{1,2048})$/i.exec(authorization ?? '') ?? []
  if (given === '') return false
  const word =
    kind.toLowerCase() === 'bearer'
      ? given
      : Buffer.from(given, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
  return timingSafeEqual(digest(word), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
