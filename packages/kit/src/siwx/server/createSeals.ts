/** Proves that a text was made by this server. */
export type Seals = {
  /** The proof for a text; 32 bytes. */
  seal(text: string): Promise<Uint8Array>
  /** Whether the first bytes of a proof are right, by any of the secrets. */
  isSealed(text: string, proof: Uint8Array): Promise<boolean>
}

/**
 * Seals by HMAC-SHA-256 (RFC 2104). The first secret seals, the others still count: to change a
 * secret, put the new one before it. Texts of different purposes begin differently.
 * @param readSecrets called when they are first needed, and again after it has thrown
 */
export function createSeals(readSecrets: () => readonly string[]): Seals {
  const encoder = new TextEncoder()
  let loaded: Promise<readonly CryptoKey[]> | undefined
  // not before the first use: workers allow no such work while they start
  const load = async () =>
    (loaded ??= Promise.all(
      readSecrets().map((secret) =>
        crypto.subtle.importKey(
          'raw',
          encoder.encode(secret),
          { name: 'HMAC', hash: 'SHA-256' },
          false,
          ['sign'],
        ),
      ),
    ))
  const sealBy = async (key: CryptoKey, text: string) =>
    new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return {
    async seal(text) {
      const [first] = await load()
      if (!first) throw new Error('There is no secret')
      return sealBy(first, text)
    },
    async isSealed(text, proof) {
      const right = await Promise.all((await load()).map((key) => sealBy(key, text)))
      return right.map((one) => isBeginning(proof, one)).includes(true)
    },
  }
}

/** Whether `part` begins `whole`, in a time that does not depend on where they differ. */
function isBeginning(part: Uint8Array, whole: Uint8Array): boolean {
  let difference = part.length < 14 || part.length > whole.length ? 1 : 0
  part.forEach((byte, index) => {
    difference |= byte ^ (whole[index] ?? 0)
  })
  return difference === 0
}
