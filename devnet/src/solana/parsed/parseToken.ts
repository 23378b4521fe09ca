import { uiAmount } from '../chain/tokenAccounts.ts'
import type { Json } from '../chain/types.ts'
import { WireError } from '../wire/reader.ts'
import { fieldsOf, named, parsed, signerOf, type Fields, type ParseInstruction } from './fields.ts'
import { parseTokenExtension } from './parseTokenExtension.ts'

type Info = { [key: string]: Json }
type Form = {
  type: string
  accounts: readonly string[]
  /** The name of the signing account, which comes after `accounts`. Signers may follow it. */
  signer?: string
  read?: (fields: Fields) => Info
}

const amount = (data: Fields): Info => ({ amount: data.u64().toString() })
const checked = (data: Fields): Info => ({ tokenAmount: uiAmount(data.u64(), data.u8()) })
const authorities = [
  'mintTokens',
  'freezeAccount',
  'accountOwner',
  'closeAccount',
  'transferFeeConfig',
  'withheldWithdraw',
  'closeMint',
  'interestRate',
  'permanentDelegate',
  'confidentialTransferMint',
  'transferHookProgramId',
  'confidentialTransferFeeConfig',
  'metadataPointer',
  'groupPointer',
  'groupMemberPointer',
  'scaledUiAmount',
  'pause',
]

function mintOf(data: Fields): Info {
  const [decimals, mintAuthority] = [data.u8(), data.address()]
  const freezeAuthority = data.optional()
  return { decimals, mintAuthority, ...(freezeAuthority && { freezeAuthority }) }
}

/** The instructions that both token programs have, by their number. */
const forms: readonly (Form | undefined)[] = [
  { type: 'initializeMint', accounts: ['mint', 'rentSysvar'], read: mintOf },
  { type: 'initializeAccount', accounts: ['account', 'mint', 'owner', 'rentSysvar'] },
  undefined,
  { type: 'transfer', accounts: ['source', 'destination'], signer: 'authority', read: amount },
  { type: 'approve', accounts: ['source', 'delegate'], signer: 'owner', read: amount },
  { type: 'revoke', accounts: ['source'], signer: 'owner' },
  undefined,
  { type: 'mintTo', accounts: ['mint', 'account'], signer: 'mintAuthority', read: amount },
  { type: 'burn', accounts: ['account', 'mint'], signer: 'authority', read: amount },
  { type: 'closeAccount', accounts: ['account', 'destination'], signer: 'owner' },
  { type: 'freezeAccount', accounts: ['account', 'mint'], signer: 'freezeAuthority' },
  { type: 'thawAccount', accounts: ['account', 'mint'], signer: 'freezeAuthority' },
  {
    type: 'transferChecked',
    accounts: ['source', 'mint', 'destination'],
    signer: 'authority',
    read: checked,
  },
  {
    type: 'approveChecked',
    accounts: ['source', 'mint', 'delegate'],
    signer: 'owner',
    read: checked,
  },
  { type: 'mintToChecked', accounts: ['mint', 'account'], signer: 'mintAuthority', read: checked },
  { type: 'burnChecked', accounts: ['account', 'mint'], signer: 'authority', read: checked },
  {
    type: 'initializeAccount2',
    accounts: ['account', 'mint', 'rentSysvar'],
    read: (data) => ({ owner: data.address() }),
  },
  { type: 'syncNative', accounts: ['account'] },
  {
    type: 'initializeAccount3',
    accounts: ['account', 'mint'],
    read: (data) => ({ owner: data.address() }),
  },
  undefined,
  { type: 'initializeMint2', accounts: ['mint'], read: mintOf },
  { type: 'getAccountDataSize', accounts: ['mint'] },
  { type: 'initializeImmutableOwner', accounts: ['account'] },
  { type: 'amountToUiAmount', accounts: ['mint'], read: amount },
  undefined,
  {
    type: 'initializeMintCloseAuthority',
    accounts: ['mint'],
    read: (data) => ({ newAuthority: data.optional() ?? null }),
  },
]

/** Reads an instruction of a token program. */
export const parseToken: ParseInstruction = (accounts, data) => {
  const number = data[0] ?? -1
  const form = forms[number]
  if (form)
    return parsed(form.type, {
      ...named(accounts, form.accounts),
      ...form.read?.(fieldsOf(data, 1)),
      ...(form.signer && signerOf(accounts, form.accounts.length, form.signer)),
    })
  return number === 6
    ? parseSetAuthority(accounts, fieldsOf(data, 1))
    : parseTokenExtension(accounts, data)
}

function parseSetAuthority(accounts: readonly string[], data: Fields): Json {
  const kind = data.u8()
  const authorityType = authorities[kind]
  if (authorityType === undefined) throw new WireError('another authority')
  const owned = kind === 2 || kind === 3 ? 'account' : 'mint'
  return parsed('setAuthority', {
    ...named(accounts, [owned]),
    authorityType,
    newAuthority: data.optional() ?? null,
    ...signerOf(accounts, 1, 'authority'),
  })
}
