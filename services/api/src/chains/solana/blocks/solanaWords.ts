import { zeroAddress } from '../../../chainIndex/holdingChanges.ts'
import type { OperationWords } from '../../../history/operationType.ts'

/**
 * The rules by which transactions of Solana get their operation type, by the selector of the main
 * instruction. Source: the system, token and stake programs
 */
export const solanaWords: OperationWords = {
  methods: {
    '0x03000002': { type: 'stake' }, // DelegateStake
    '0x03000005': { type: 'unstake' }, // Deactivate
    '0x03000004': { type: 'withdraw' }, // Withdraw
  },
  attempts: {
    '0x01000002': { type: 'send' }, // Transfer
    '0x0100000b': { type: 'send' }, // TransferWithSeed
    '0x02000003': { type: 'send' }, // Transfer
    '0x0200000c': { type: 'send' }, // TransferChecked
    '0x0200001a': { type: 'send' }, // TransferFeeExtension: TransferCheckedWithFee
    '0x02000004': { type: 'approve' }, // Approve
    '0x0200000d': { type: 'approve' }, // ApproveChecked
    '0x02000005': { type: 'approve' }, // Revoke
    '0x02000007': { type: 'mint' }, // MintTo
    '0x0200000e': { type: 'mint' }, // MintToChecked
    '0x02000008': { type: 'burn' }, // Burn
    '0x0200000f': { type: 'burn' }, // BurnChecked
  },
  burnAddresses: [zeroAddress],
}
