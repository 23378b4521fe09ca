import { isError } from 'ethers'

/** ethers has its own codes, and puts the wallet's error into `info`. */
export function explain(error: unknown): string {
  return isError(error, 'ACTION_REJECTED')
    ? `${error.code} ${error.info?.['error']?.code}`
    : String(error)
}
