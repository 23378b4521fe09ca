import { createHash, randomBytes } from 'node:crypto'

/** A client's request, and the person who has consented to it. */
export type Granted = {
  person: string
  redirectUri: string
  challenge: string
  nonce: string | null
  /** Whether the e-mail address is hidden. */
  isHidden: boolean
}

/** The maximum number of stored codes, and of stored tokens. */
const maxEntries = 2_000
const secret = () => randomBytes(24).toString('base64url')

/** The codes and tokens of one company. */
export function createCodes() {
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, string>()
  const store = <value>(map: Map<string, value>, value: value) => {
    const [oldest] = map.size >= maxEntries ? map.keys() : []
    if (oldest !== undefined) map.delete(oldest)
    const key = secret()
    map.set(key, value)
    return key
  }
  return {
    give: (granted: Granted) => store(codes, granted),
    /**
     * Exchanges a code, which works only once. The client has to send the same redirect address as
     * before, and the verifier of PKCE (S256).
     */
    take(form: URLSearchParams): Granted | undefined {
      const code = form.get('code') ?? ''
      const granted = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      return granted &&
        form.get('grant_type') === 'authorization_code' &&
        granted.redirectUri === form.get('redirect_uri') &&
        granted.challenge === challenge
        ? granted
        : undefined
    },
    giveToken: (person: string) => store(tokens, person),
    /** The person to whom the token in the header `Authorization` belongs. */
    personOf: (authorization: string | undefined) =>
      tokens.get(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''),
  }
}
