/**
 * Reads what a swap by Jupiter's program may take and must bring: the instructions `route_v2` and `shared_accounts_route_v2`.
 *
 * Their amounts come before the route, so that a reader needs no knowledge of the markets in it. In version 1 they come after it, and the
 * program ignores bytes after its arguments: the last bytes need not be the ones that count. So version 1 isn't read.
 */
import type { SolanaInstruction } from '../solana/parseSolanaTransaction.ts'
import { jupiterProgram } from '../solana/solanaPrograms.ts'

/** Token accounts by their addresses, amounts in base units. */
export type JupiterRoute = {
  readonly authority: string
  readonly from: string
  readonly to: string
  readonly give: string
  readonly get: string
  readonly amount: bigint
  /** The minimum output that the program enforces. */
  readonly minimum: bigint
  /** Whether a part of it goes to others. */
  readonly hasFee: boolean
}

/** Where each form has its fields: bytes in the data, and indexes among the accounts. */
const forms: Readonly<
  Record<string, { at: number; accounts: readonly [number, number, number, number, number, number | null] }>
> = {
  // Signer, source, destination, source mint, destination mint, and the alternative destination.
  bb64facc31c4af14: { at: 8, accounts: [0, 1, 2, 3, 4, 7] },
  d19853937cfed8e9: { at: 9, accounts: [1, 2, 5, 6, 7, null] },
}

const headerBytes = 22
const wholeBps = 10_000n

/** Returns null for an instruction of another program or form, which may do anything. */
export function readJupiterRoute({ program, accounts, data }: SolanaInstruction): JupiterRoute | null {
  const hex = Array.from(data.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const form = Object.hasOwn(forms, hex) ? forms[hex] : undefined
  if (program !== jupiterProgram || form === undefined || data.length < form.at + headerBytes) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const { at } = form
  const amount = view.getBigUint64(at, true)
  const quoted = view.getBigUint64(at + 8, true)
  const [slippage, fee, surplusFee] = [16, 18, 20].map((offset) => view.getUint16(at + offset, true)) as [
    number,
    number,
    number,
  ]
  const [authority, from, to, give, get, instead] = form.accounts.map((place) =>
    place === null ? program : accounts[place],
  )
  if (!authority || !from || !to || !give || !get || !instead || BigInt(slippage) > wholeBps) return null
  return {
    authority,
    from,
    // The program's own address means no account.
    to: instead === program ? to : instead,
    give,
    get,
    amount,
    minimum: (quoted * (wholeBps - BigInt(slippage))) / wholeBps,
    hasFee: fee !== 0 || surplusFee !== 0,
  }
}
