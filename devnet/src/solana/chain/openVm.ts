import type { LiteSVM } from 'litesvm'
import type * as Module from 'litesvm'

/**
 * The package of the VM. It is loaded when the first Solana chain starts, because other users of
 * the devnet do not need it.
 */
export type VmModule = Pick<typeof Module, 'LiteSVM' | 'FailedTransactionMetadata'>

/** Thrown when the VM's native part is missing. */
export class MissingVmError extends Error {
  override readonly name = 'MissingVmError'
}

/**
 * Loads the VM.
 * @throws MissingVmError with instructions when the native part for this platform is missing
 */
export async function loadVm(
  load: () => Promise<VmModule> = () => import('litesvm'),
): Promise<VmModule> {
  try {
    return await load()
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`
    throw new MissingVmError(
      `The Solana chain needs litesvm, whose native part is not installed for ${platform}; it exists for Linux and macOS on x64 and arm64. Install again with optional dependencies: npm install --include=optional`,
      { cause },
    )
  }
}

/**
 * Opens a VM that does not check blockhashes and repeated transactions. The chain checks them,
 * because the VM would accept only its newest hash and soon forget transactions. As on every
 * network, the mints of wrapped SOL exist.
 */
export function openVm({ LiteSVM }: VmModule): LiteSVM {
  return new LiteSVM()
    .withNativeMints()
    .withBlockhashCheck(false)
    .withTransactionHistory(0n)
    .withLogBytesLimit(10_000n)
}
