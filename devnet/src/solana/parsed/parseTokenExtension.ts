import { uiAmount } from '../chain/tokenAccounts.ts'
import type { Json } from '../chain/types.ts'
import { fieldsOf, named, parsed, signerOf } from './fields.ts'

/** The bytes, in hex, with which the instructions of the metadata interface begin. */
const metadata = { initialize: 'd2e11ea258b84d8d', updateField: 'dde9312db5cadcc8' }

/**
 * Reads an instruction that only Token-2022 has: about transfer fees, pointers to metadata, or the
 * metadata itself.
 */
export function parseTokenExtension(
  accounts: readonly string[],
  data: Uint8Array,
): Json | undefined {
  const interfaceCode = Buffer.from(data.subarray(0, 8)).toString('hex')
  if (interfaceCode === metadata.initialize) return parseInitializeMetadata(accounts, data)
  if (interfaceCode === metadata.updateField) return undefined
  if (data[0] === 26) return parseTransferFee(accounts, data)
  if (data[0] === 32) return parsed('initializeNonTransferableMint', named(accounts, ['mint']))
  if (data[0] === 35)
    return parsed('initializePermanentDelegate', {
      ...named(accounts, ['mint']),
      delegate: fieldsOf(data, 1).address(),
    })
  if (data[0] === 39 && data[1] === 0) {
    const fields = fieldsOf(data, 2)
    const [authority, metadataAddress] = [fields.nonzero(), fields.nonzero()]
    return parsed('initializeMetadataPointer', {
      ...named(accounts, ['mint']),
      ...(authority && { authority }),
      ...(metadataAddress && { metadataAddress }),
    })
  }
  return undefined
}

function parseInitializeMetadata(accounts: readonly string[], data: Uint8Array): Json {
  const fields = fieldsOf(data, 8)
  return parsed('initializeTokenMetadata', {
    ...named(accounts, ['metadata', 'updateAuthority', 'mint', 'mintAuthority']),
    name: fields.text32(),
    symbol: fields.text32(),
    uri: fields.text32(),
  })
}

function parseTransferFee(accounts: readonly string[], data: Uint8Array): Json | undefined {
  const fields = fieldsOf(data, 2)
  switch (data[1]) {
    case 0: {
      const [transferFeeConfigAuthority, withdrawWithheldAuthority] = [
        fields.optional(),
        fields.optional(),
      ]
      const rates = { transferFeeBasisPoints: fields.u16(), maximumFee: fields.u64() }
      return parsed('initializeTransferFeeConfig', {
        ...named(accounts, ['mint']),
        ...(transferFeeConfigAuthority && { transferFeeConfigAuthority }),
        ...(withdrawWithheldAuthority && { withdrawWithheldAuthority }),
        ...rates,
      })
    }
    case 1: {
      const [amount, decimals, fee] = [fields.u64(), fields.u8(), fields.u64()]
      return parsed('transferCheckedWithFee', {
        ...named(accounts, ['source', 'mint', 'destination']),
        tokenAmount: uiAmount(amount, decimals),
        feeAmount: uiAmount(fee, decimals),
        ...signerOf(accounts, 3, 'authority'),
      })
    }
    case 2:
      return parsed('withdrawWithheldTokensFromMint', {
        ...named(accounts, ['mint', 'feeRecipient']),
        ...signerOf(accounts, 2, 'withdrawWithheldAuthority'),
      })
    case 4:
      return parsed('harvestWithheldTokensToMint', {
        ...named(accounts, ['mint']),
        sourceAccounts: accounts.slice(1),
      })
    case 5:
      return parsed('setTransferFee', {
        ...named(accounts, ['mint']),
        transferFeeBasisPoints: fields.u16(),
        maximumFee: fields.u64(),
        ...signerOf(accounts, 1, 'transferFeeConfigAuthority'),
      })
    default:
      return undefined
  }
}
