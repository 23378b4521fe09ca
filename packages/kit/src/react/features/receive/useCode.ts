import type { NetworkId } from '@latchkey/protocol/caip'
import { useEffect, useState } from 'react'
import { useKit } from '../../hooks/useKit.ts'

/**
 * Returns the spelling of an address or a payment link for a QR code. It is the text itself until
 * the chain's code is loaded, and on most chains.
 */
export function useCode(networkId: NetworkId | undefined, text: string): string {
  const kit = useKit()
  const [code, setCode] = useState<{ text: string; code: string }>()
  useEffect(() => {
    if (networkId === undefined) return
    let isCancelled = false
    const storeCode = (spelling: string) => void (isCancelled || setCode({ text, code: spelling }))
    // an error is ignored: the code then contains the text itself
    import('../../../domains/receive/codeText.lazy.ts')
      .then(({ codeText }) => codeText(kit, networkId, text))
      .then(storeCode, () => {})
    return () => void (isCancelled = true)
  }, [kit, networkId, text])
  return code?.text === text ? code.code : text
}
