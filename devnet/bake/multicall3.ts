import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hex } from 'viem'

/**
 * The creation code of multicall3. viem contains it but does not export it, so it is read from
 * viem's file.
 * @throws Error when this version of viem has the code in another file
 */
export function multicall3CreationCode(): Hex {
  const viem = createRequire(import.meta.url).resolve('viem')
  const file = viem.replace(/_(cjs|esm)[\\/]index\.js$/, '_esm/constants/contracts.js')
  const code = /multicall3Bytecode = '(0x[0-9a-f]+)'/.exec(readFileSync(file, 'utf8'))?.[1]
  if (!code) throw new Error('viem no longer carries multicall3 where the bake looks for it.')
  return code as Hex // the pattern above begins with 0x
}
