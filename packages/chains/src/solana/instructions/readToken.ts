import type { AccountAt, Fields } from './readFields.ts'
import type { AuthorityRight, SolanaAction } from './SolanaAction.ts'

const rights: readonly AuthorityRight[] = ['mint', 'freeze', 'owner', 'close']

/** What is rare, by number: of the token program, and above 24 of its extensions (Token-2022). */
const others: Readonly<Record<number, string>> = {
  0: 'Make a token',
  1: 'Make a token account',
  2: 'Make an account of several owners',
  16: 'Make a token account',
  17: 'Bring wrapped SOL up to date',
  18: 'Make a token account',
  19: 'Make an account of several owners',
  20: 'Make a token',
  21: 'Ask how large an account has to be',
  22: 'Bind a token account to its owner',
  23: 'Write an amount as text',
  24: 'Read an amount from text',
  25: 'Say who may close a token',
  27: 'Use confidential amounts',
  28: 'Say how new accounts of a token begin',
  29: 'Make room in a token account',
  30: 'Ask for a memo with transfers',
  31: 'Make the token of wrapped SOL',
  32: 'Make a token that cannot be moved',
  33: 'Change the interest of a token',
  34: 'Guard a token account against programs',
  35: 'Name somebody who may always move a token',
  36: 'Change the program that a token calls at transfers',
  37: 'Change the fee of confidential transfers',
  38: 'Take out SOL that is not needed',
  39: 'Say where the name of a token is',
  40: 'Say where the group of a token is',
  41: 'Say where a member of a group is',
  42: 'Make or burn confidential amounts',
  43: 'Change how amounts of a token are shown',
  44: 'Pause a token',
}
const feeActions: Readonly<Record<number, string>> = {
  0: 'Give a token a fee on transfers',
  2: 'Take the fees that a token has kept',
  3: 'Take the fees that accounts have kept',
  4: 'Gather the fees of a token',
  5: 'Change the fee of a token',
}

/** An instruction of the token program or of Token-2022, whose first 25 are the same. */
export function readToken(fields: Fields, at: AccountAt): SolanaAction {
  const kind = fields.uint8()
  const unchecked = () => ({ amount: fields.uint64(), mint: null, decimals: null })
  const checked = (mint: string) => ({ mint, amount: fields.uint64(), decimals: fields.uint8() })
  switch (kind) {
    case 3:
      return { kind: 'sendToken', from: at(0), to: at(1), authority: at(2), fee: null, ...unchecked() }
    case 4:
      return { kind: 'delegate', account: at(0), delegate: at(1), authority: at(2), ...unchecked() }
    case 5:
      return { kind: 'revoke', account: at(0), authority: at(1) }
    case 6: {
      const right = rights[fields.uint8()] ?? 'other'
      return { kind: 'setAuthority', account: at(0), authority: at(1), right, to: fields.optionalAddress() }
    }
    case 7:
      return { kind: 'mint', to: at(1), authority: at(2), ...unchecked(), mint: at(0) }
    case 8:
      return { kind: 'burn', from: at(0), authority: at(2), ...unchecked(), mint: at(1) }
    case 9:
      return { kind: 'closeAccount', account: at(0), to: at(1), authority: at(2) }
    case 10:
      return { kind: 'freeze', account: at(0), authority: at(2) }
    case 11:
      return { kind: 'thaw', account: at(0), authority: at(2) }
    case 12:
      return { kind: 'sendToken', from: at(0), to: at(2), authority: at(3), fee: null, ...checked(at(1)) }
    case 13:
      return { kind: 'delegate', account: at(0), delegate: at(2), authority: at(3), ...checked(at(1)) }
    case 14:
      return { kind: 'mint', to: at(1), authority: at(2), ...checked(at(0)) }
    case 15:
      return { kind: 'burn', from: at(0), authority: at(2), ...checked(at(1)) }
    case 26: {
      const sub = fields.uint8()
      if (sub !== 1)
        return feeActions[sub] === undefined ? { kind: 'unknown' } : { kind: 'other', does: feeActions[sub] }
      const tokens = checked(at(1))
      return { kind: 'sendToken', from: at(0), to: at(2), authority: at(3), ...tokens, fee: fields.uint64() }
    }
    default:
      return others[kind] === undefined ? { kind: 'unknown' } : { kind: 'other', does: others[kind] }
  }
}
