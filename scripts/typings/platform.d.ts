/**
 * What browsers and Node both have and the protocol and the engine of texts use. Their projects see
 * the types of neither platform, so a name that is missing here works only on one of them, or has
 * not been needed yet. Only the members in use are declared. WHATWG, Web Crypto
 */

declare function atob(text: string): string
declare function btoa(text: string): string

interface TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare const TextEncoder: new () => TextEncoder

interface TextDecoder {
  decode(bytes: Uint8Array): string
}
declare const TextDecoder: new (
  encoding?: 'utf-8',
  options?: { fatal?: boolean; ignoreBOM?: boolean },
) => TextDecoder

interface URL {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
}
declare const URL: new (url: string, base?: string | URL) => URL

declare function setTimeout(done: () => void, milliseconds: number): unknown
declare function clearTimeout(timer: unknown): void

interface CryptoKey {
  readonly type: 'private' | 'public' | 'secret'
}
/** The calls of Web Crypto for ECDH, HKDF and AES-GCM. https://www.w3.org/TR/webcrypto/ */
interface SubtleCrypto {
  generateKey(
    algorithm: { name: 'ECDH'; namedCurve: 'P-256' },
    isExtractable: boolean,
    usages: 'deriveBits'[],
  ): Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }>
  importKey(
    format: 'jwk',
    key: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d?: string },
    algorithm: { name: 'ECDH'; namedCurve: 'P-256' },
    isExtractable: boolean,
    usages: 'deriveBits'[],
  ): Promise<CryptoKey>
  importKey(
    format: 'raw',
    key: ArrayBuffer | Uint8Array<ArrayBuffer>,
    algorithm: { name: 'ECDH'; namedCurve: 'P-256' } | 'HKDF' | 'AES-GCM',
    isExtractable: boolean,
    usages: ('deriveBits' | 'encrypt' | 'decrypt')[],
  ): Promise<CryptoKey>
  exportKey(format: 'raw', key: CryptoKey): Promise<ArrayBuffer>
  deriveBits(
    algorithm:
      | { name: 'ECDH'; public: CryptoKey }
      | {
          name: 'HKDF'
          hash: 'SHA-256'
          salt: Uint8Array<ArrayBuffer>
          info: Uint8Array<ArrayBuffer>
        },
    key: CryptoKey,
    bits: number,
  ): Promise<ArrayBuffer>
  encrypt(
    algorithm: {
      name: 'AES-GCM'
      iv: ArrayBuffer
      additionalData: Uint8Array<ArrayBuffer>
    },
    key: CryptoKey,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<ArrayBuffer>
  decrypt(
    algorithm: {
      name: 'AES-GCM'
      iv: ArrayBuffer
      additionalData: Uint8Array<ArrayBuffer>
    },
    key: CryptoKey,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<ArrayBuffer>
}
interface Crypto {
  readonly subtle: SubtleCrypto
}
declare const crypto: Crypto
