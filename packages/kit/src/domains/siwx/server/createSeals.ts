/** Creates and checks seals: proofs that this server has created a text. */
export type Seals = {
  /** Computes the proof for a text; 32 bytes. */
  seal(text: string): Promise<Uint8Array>
  /**
   * Whether a proof matches a text with any of the secrets. The proof may be cut at its end, to 14
   * bytes or more.
   */
  isSealed(text: string, proof: Uint8Array): Promise<boolean>
}

/**
 * Creates seals by HMAC-SHA-256 (RFC 2104). New proofs use the first secret. Proofs with the other
 * secrets stay valid, so a secret is changed by putting a new secret first. Texts of different
 * purposes must begin differently, so that the proof of one is not valid for the other.
 * @param readSecrets called at the first use, and again if it has thrown
 */
export function createSeals(readSecrets: () => readonly string[]): Seals {
  const encoder = new TextEncoder()
  let loaded: Promise<readonly CryptoKey[]> | undefined
  // only at the first use, because edge workers do not allow crypto while they start
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
      return right.map((seal) => isBeginning(proof, seal)).includes(true)
    },
  }
}

/** Whether `whole` begins with `part`, which has at least 14 bytes. Takes a constant time. */
function isBeginning(part: Uint8Array, whole: Uint8Array): boolean {
  let difference = part.length < 14 || part.length > whole.length ? 1 : 0
  part.forEach((byte, index) => {
    difference |= byte ^ (whole[index] ?? 0)
  })
  return difference === 0
}
