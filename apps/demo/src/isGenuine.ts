import { isAddress, isHex, verifyMessage } from 'viem'

type Signed = { namespace: string; address: string; text: string; signature: string }

/**
 * Whether the account has signed the text. On EVM chains the signature is in the format of EIP-191;
 * on Solana it is over the bytes of the text itself. Undefined on other chains, where only a server
 * checks it.
 */
export async function isGenuine({
  namespace,
  address,
  text,
  signature,
}: Signed): Promise<boolean | undefined> {
  if (isAddress(address))
    return isHex(signature) && verifyMessage({ address, message: text, signature })
  if (namespace !== 'solana') return undefined
  const {
    address: addressOf,
    getBase58Encoder,
    getPublicKeyFromAddress,
    signatureBytes,
    verifySignature,
  } = await import('@solana/kit')
  const key = await getPublicKeyFromAddress(addressOf(address))
  return verifySignature(
    key,
    signatureBytes(Uint8Array.from(getBase58Encoder().encode(signature))),
    new TextEncoder().encode(text),
  )
}
