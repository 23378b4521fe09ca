import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { addressKey } from '@latchkey/server/clientAddress'
import { isThisMachine, type Checked } from '../settings/schema.ts'
import { hostnameOf } from './hosts.ts'

/** Headers that proxies add. A request with such a header has come through a proxy. */
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
 * Whether the services can be reached from this machine only. If the settings name another host or
 * a proxy, the answer is no: many proxies on this machine pass on requests of other machines that
 * look local, with this machine's name and without a header of the proxy.
 */
export const trustsThisMachine = ({
  url,
  trustProxy,
}: Pick<Checked, 'url' | 'trustProxy'>): boolean =>
  trustProxy === 0 && isThisMachine(new URL(url).hostname)

/**
 * Whether a request may see the operator's pages. Either
 * - it has the token, as `Authorization: Bearer` or as the password in the browser's prompt, or
 * - the services are for this machine only, and the request comes from this machine, without a
 *   proxy, and names this machine as its host.
 * The check of the host refuses sites whose domain points to this machine (DNS rebinding).
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
