import type { Json } from '../chain/types.ts'
import { readU16 } from '../wire/base.ts'
import { WireError } from '../wire/reader.ts'
import { fieldsOf, type Fields } from './fields.ts'

/**
 * The offset of the first extension: after the bytes of a token account (a mint is shorter, and
 * filled up) and the byte that tells the kind.
 */
const firstExtension = 166

type Form = { extension: string; read: (fields: Fields) => { [key: string]: Json } }

const none = (): Record<string, never> => ({})
const orNull = (address: string | undefined): string | null => address ?? null

/**
 * The extensions that validators parse, by their number. Confidential transfers are left out,
 * because their amounts are encrypted.
 */
const forms = new Map<number, Form>([
  [1, { extension: 'transferFeeConfig', read: readFeeConfig }],
  [2, { extension: 'transferFeeAmount', read: (data) => ({ withheldAmount: data.u64() }) }],
  [
    3,
    {
      extension: 'mintCloseAuthority',
      read: (data) => ({ closeAuthority: orNull(data.nonzero()) }),
    },
  ],
  [
    6,
    {
      extension: 'defaultAccountState',
      read: (data) => ({
        accountState: ['uninitialized', 'initialized', 'frozen'][data.u8()] ?? 'initialized',
      }),
    },
  ],
  [7, { extension: 'immutableOwner', read: none }],
  [
    8,
    {
      extension: 'memoTransfer',
      read: (data) => ({ requireIncomingTransferMemos: data.u8() === 1 }),
    },
  ],
  [9, { extension: 'nonTransferable', read: none }],
  [11, { extension: 'cpiGuard', read: (data) => ({ lockCpi: data.u8() === 1 }) }],
  [12, { extension: 'permanentDelegate', read: (data) => ({ delegate: orNull(data.nonzero()) }) }],
  [13, { extension: 'nonTransferableAccount', read: none }],
  [
    14,
    {
      extension: 'transferHook',
      read: (data) => ({ authority: orNull(data.nonzero()), programId: orNull(data.nonzero()) }),
    },
  ],
  [15, { extension: 'transferHookAccount', read: (data) => ({ transferring: data.u8() === 1 }) }],
  [
    18,
    {
      extension: 'metadataPointer',
      read: (data) => ({
        authority: orNull(data.nonzero()),
        metadataAddress: orNull(data.nonzero()),
      }),
    },
  ],
  [19, { extension: 'tokenMetadata', read: readMetadata }],
])

/** The extensions of a Token-2022 mint or account, in their order. */
export function parseExtensions(data: Uint8Array): Json[] {
  const found: Json[] = []
  for (let at = firstExtension; at + 4 <= data.length; ) {
    const [kind, length] = [readU16(data, at), readU16(data, at + 2)]
    if (kind === 0) break
    found.push(parseExtension(kind, data.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  return found
}

function parseExtension(kind: number, data: Uint8Array): Json {
  const form = forms.get(kind)
  if (!form) return { extension: 'unparseableExtension' }
  try {
    const state = form.read(fieldsOf(data, 0))
    return { extension: form.extension, ...(Object.keys(state).length > 0 && { state }) }
  } catch (error) {
    if (error instanceof WireError) return { extension: 'unparseableExtension' }
    throw error
  }
}

function readFeeConfig(data: Fields): { [key: string]: Json } {
  const [authority, withdraw, withheldAmount] = [data.nonzero(), data.nonzero(), data.u64()]
  const rates = () => ({
    epoch: data.u64(),
    maximumFee: data.u64(),
    transferFeeBasisPoints: data.u16(),
  })
  return {
    transferFeeConfigAuthority: orNull(authority),
    withdrawWithheldAuthority: orNull(withdraw),
    withheldAmount,
    olderTransferFee: rates(),
    newerTransferFee: rates(),
  }
}

function readMetadata(data: Fields): { [key: string]: Json } {
  const [updateAuthority, mint, name, symbol, uri] = [
    data.nonzero(),
    data.address(),
    data.text32(),
    data.text32(),
    data.text32(),
  ]
  const additionalMetadata = Array.from({ length: Math.min(data.u32(), 1_000) }, () => [
    data.text32(),
    data.text32(),
  ])
  return { updateAuthority: orNull(updateAuthority), mint, name, symbol, uri, additionalMetadata }
}
