import type { SiwxSession } from '../../../core/contracts/siwx.ts'
import { messageOf, signerOf, statementOf } from './cacao.ts'
import type { Cacao } from './cacao.ts'

/** Makes a session of the site from a message that a wallet signed as it connected. CAIP-74 */
export function sessionOf(cacao: Cacao): SiwxSession {
  const { networkId: chainId, address: accountAddress } = signerOf(cacao)
  const {
    domain,
    aud: uri,
    version,
    nonce,
    iat: issuedAt,
    exp: expirationTime,
    nbf: notBefore,
    requestId,
    resources,
  } = cacao.p
  const maybe = { statement: statementOf(cacao.p), expirationTime, notBefore, requestId, resources }
  const given = Object.fromEntries(
    Object.entries(maybe).filter(([, value]) => value !== undefined && value !== null),
  )
  return {
    data: { chainId, accountAddress, domain, uri, version, nonce, issuedAt, ...given },
    message: messageOf(cacao),
    signature: cacao.s.s,
    cacao,
  }
}
