import { isError } from 'ethers'

/** ethers has codes of its own, and keeps the wallet's error in `info`. */
export function explain(error: unknown): string {
  return isError(error, 'ACTION_REJECTED') ? `${error.code} ${error.info?.['error']?.code}` : String(error)
}
