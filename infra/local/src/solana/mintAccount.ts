import {
  type Address,
  addCodecSizePrefix,
  type EncodedAccount,
  getAddressCodec,
  getArrayCodec,
  getStructCodec,
  getTupleCodec,
  getU16Codec,
  getU32Codec,
  getUtf8Codec,
  lamports,
} from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { getMintEncoder, getTokenSize } from '@solana-program/token'
import type { Ledger } from './Ledger.ts'
import { type LocalMint, localMints, token2022Program } from './localMints.ts'

const text = addCodecSizePrefix(getUtf8Codec(), getU32Codec())

/** The extensions that we write and read, with their numbers in Token Extensions' list. */
export const mintExtensions = {
  metadataPointer: {
    type: 18,
    codec: getStructCodec([
      ['authority', getAddressCodec()],
      ['metadataAddress', getAddressCodec()],
    ]),
  },
  tokenMetadata: {
    type: 19,
    codec: getStructCodec([
      ['updateAuthority', getAddressCodec()],
      ['mint', getAddressCodec()],
      ['name', text],
      ['symbol', text],
      ['uri', text],
      ['additionalMetadata', getArrayCodec(getTupleCodec([text, text]))],
    ]),
  },
} as const

/** After the fields that an account has in both programs: its kind, then type, length and value of each extension. */
export const extensionsStart = getTokenSize()
const mintKind = 1

const extension = (type: number, value: Uint8Array): Uint8Array[] => [
  getU16Codec().encode(type) as Uint8Array,
  getU16Codec().encode(value.length) as Uint8Array,
  value,
]

const extensionsOf = (mint: LocalMint, authority: Address): Uint8Array => {
  const { metadataPointer, tokenMetadata } = mintExtensions
  const pointer = metadataPointer.codec.encode({ authority, metadataAddress: mint.address })
  const metadata = tokenMetadata.codec.encode({
    updateAuthority: authority,
    mint: mint.address,
    name: mint.name,
    symbol: mint.symbol,
    uri: '',
    additionalMetadata: [],
  })
  return Buffer.concat([
    Uint8Array.of(mintKind),
    ...extension(metadataPointer.type, pointer as Uint8Array),
    ...extension(tokenMetadata.type, metadata as Uint8Array),
  ])
}

/** Returns a mint without supply, as its program would have made it. `authority` may mint. */
const mintAccount = (mint: LocalMint, authority: Address, rentOf: (bytes: bigint) => bigint): EncodedAccount => {
  const base = getMintEncoder().encode({
    mintAuthority: authority,
    supply: 0n,
    decimals: mint.decimals,
    isInitialized: true,
    freezeAuthority: null,
  })
  const data = new Uint8Array(
    mint.program === token2022Program
      ? Buffer.concat([base as Uint8Array, Buffer.alloc(extensionsStart - base.length), extensionsOf(mint, authority)])
      : base,
  )
  return {
    address: mint.address,
    data,
    executable: false,
    lamports: lamports(rentOf(BigInt(data.length))),
    programAddress: mint.program,
    space: BigInt(data.length),
  }
}

/** A million SOL. */
const faucetLamports = 1_000_000n * 1_000_000_000n

/** The faucet's account, and the mints of which it is the authority. */
export const genesisOf =
  (faucet: Address) =>
  (rentOf: Ledger['rentOf']): EncodedAccount[] => [
    {
      address: faucet,
      data: new Uint8Array(),
      executable: false,
      lamports: lamports(faucetLamports),
      programAddress: SYSTEM_PROGRAM_ADDRESS,
      space: 0n,
    },
    ...Object.values(localMints).map((mint) => mintAccount(mint, faucet, rentOf)),
  ]
