import type { AccountAt, Fields } from './readFields.ts'
import type { AuthorityRight, OtherInstruction, SolanaAction } from './SolanaAction.ts'

const rights: readonly AuthorityRight[] = ['mint', 'freeze', 'owner', 'close']

/** Rare instructions, by number: of the token program, and above 24 of its extensions (Token-2022). */
const others: Readonly<Record<number, OtherInstruction>> = {
  0: 'initializeMint',
  1: 'initializeAccount',
  2: 'initializeMultisig',
  16: 'initializeAccount',
  17: 'syncNative',
  18: 'initializeAccount',
  19: 'initializeMultisig',
  20: 'initializeMint',
  21: 'getAccountDataSize',
  22: 'initializeImmutableOwner',
  23: 'amountToUiAmount',
  24: 'uiAmountToAmount',
  25: 'initializeMintCloseAuthority',
  27: 'confidentialTransfer',
  28: 'defaultAccountState',
  29: 'reallocateTokenAccount',
  30: 'memoTransfer',
  31: 'createNativeMint',
  32: 'initializeNonTransferableMint',
  33: 'interestBearingMint',
  34: 'cpiGuard',
  35: 'initializePermanentDelegate',
  36: 'transferHook',
  37: 'confidentialTransferFee',
  38: 'withdrawExcessLamports',
  39: 'metadataPointer',
  40: 'groupPointer',
  41: 'groupMemberPointer',
  42: 'confidentialMintBurn',
  43: 'scaledUiAmount',
  44: 'pausable',
}
const feeActions: Readonly<Record<number, OtherInstruction>> = {
  0: 'initializeTransferFee',
  2: 'withdrawMintFees',
  3: 'withdrawAccountFees',
  4: 'harvestFees',
  5: 'setTransferFee',
}

/** Reads an instruction of the token program or of Token-2022, whose first 25 are the same. */
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
