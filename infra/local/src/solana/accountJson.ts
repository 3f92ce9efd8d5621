import {
  type Address,
  type EncodedAccount,
  getBase58Decoder,
  getStructDecoder,
  getU16Decoder,
  isNone,
  type Option,
} from '@solana/kit'
import { AccountState, type Token } from '@solana-program/token'
import type { Ledger } from './Ledger.ts'
import { extensionsStart, mintExtensions } from './mintAccount.ts'
import { RpcError } from './RpcError.ts'
import { mintOf, tokenOf, tokenProgramOf, uiTokenAmount } from './tokenState.ts'

export const accountEncodings = ['base58', 'base64', 'jsonParsed'] as const
export type AccountEncoding = (typeof accountEncodings)[number]
export type DataSlice = { offset: number; length: number }

/** The most bytes of an account that nodes return in base58. */
const maxBase58Bytes = 128

/** Returns an account in the nodes' form. In `jsonParsed`, accounts other than mints and token accounts come as base64, as theirs do. */
export const accountJson = (
  account: EncodedAccount,
  { encoding, dataSlice }: { encoding: AccountEncoding; dataSlice?: DataSlice | undefined },
  ledger: Ledger,
) => ({
  lamports: Number(account.lamports),
  owner: account.programAddress,
  executable: account.executable,
  // Rent is no longer paid per epoch.
  rentEpoch: Number(2n ** 64n - 1n),
  space: account.data.length,
  data: (encoding === 'jsonParsed' ? parsedData(account, ledger) : undefined) ?? rawData(account, encoding, dataSlice),
})

const rawData = (account: EncodedAccount, encoding: AccountEncoding, slice: DataSlice | undefined) => {
  const bytes = slice === undefined ? account.data : account.data.slice(slice.offset, slice.offset + slice.length)
  if (encoding !== 'base58') return [Buffer.from(bytes as Uint8Array).toString('base64'), 'base64']
  if (bytes.length > maxBase58Bytes)
    throw new RpcError(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  return [getBase58Decoder().decode(bytes), 'base58']
}

const parsedData = (account: EncodedAccount, ledger: Ledger) => {
  const found = parsedToken(account, ledger) ?? parsedMint(account)
  return found && { program: tokenProgramOf(account), parsed: found, space: account.data.length }
}

const parsedToken = (account: EncodedAccount, ledger: Ledger) => {
  const token = tokenOf(account)
  if (token === undefined) return undefined
  const amount = tokenAmount(token, ledger)
  return amount && { type: 'account', info: tokenInfo(token, amount) }
}

const tokenInfo = (token: Token, tokenAmount: ReturnType<typeof uiTokenAmount>) => ({
  isNative: !isNone(token.isNative),
  mint: token.mint,
  owner: token.owner,
  state: token.state === AccountState.Frozen ? 'frozen' : 'initialized',
  tokenAmount,
  ...(isNone(token.delegate)
    ? {}
    : {
        delegate: token.delegate.value,
        delegatedAmount: uiTokenAmount(token.delegatedAmount, tokenAmount.decimals),
      }),
})

/** Returns a token account's amount; undefined when its mint does not exist. */
export const tokenAmount = (token: Token, ledger: Ledger): ReturnType<typeof uiTokenAmount> | undefined => {
  const account = ledger.account(token.mint)
  const mint = account.exists ? mintOf(account) : undefined
  return mint && uiTokenAmount(token.amount, mint.decimals)
}

const parsedMint = (account: EncodedAccount) => {
  const mint = mintOf(account)
  if (mint === undefined) return undefined
  const orNull = (option: Option<Address>) => (isNone(option) ? null : option.value)
  const extensions = extensionsOf(account)
  return {
    type: 'mint',
    info: {
      mintAuthority: orNull(mint.mintAuthority),
      supply: String(mint.supply),
      decimals: mint.decimals,
      isInitialized: mint.isInitialized,
      freezeAuthority: orNull(mint.freezeAuthority),
      ...(extensions.length === 0 ? {} : { extensions }),
    },
  }
}

const header = getStructDecoder([
  ['type', getU16Decoder()],
  ['length', getU16Decoder()],
])
const headerBytes = 4

/** Metadata extensions are parsed; for others, nodes too return no more than this. */
const extensionsOf = ({ data }: EncodedAccount) => {
  const found: { extension: string; state?: unknown }[] = []
  for (let at = extensionsStart + 1; at + headerBytes <= data.length; ) {
    const { type, length } = header.decode(data, at)
    if (type === 0) break
    const value = data.slice(at + headerBytes, at + headerBytes + length)
    const name = (Object.keys(mintExtensions) as (keyof typeof mintExtensions)[]).find(
      (each) => mintExtensions[each].type === type,
    )
    found.push(
      name === undefined
        ? { extension: 'unparseableExtension' }
        : { extension: name, state: mintExtensions[name].codec.decode(value) },
    )
    at += headerBytes + length
  }
  return found
}
