import type { AccountAt, Fields } from './readFields.ts'
import type { SolanaAction } from './SolanaAction.ts'

const of = 'nonce'

/** Reads an instruction of the system program. */
export function readSystem(fields: Fields, at: AccountAt): SolanaAction {
  const kind = fields.uint32()
  switch (kind) {
    case 0: {
      const lamports = fields.uint64()
      fields.uint64()
      return { kind: 'createAccount', payer: at(0), account: at(1), lamports, owner: fields.address() }
    }
    case 1:
      return { kind: 'assign', account: at(0), owner: fields.address() }
    case 2:
      return { kind: 'sendSol', from: at(0), to: at(1), lamports: fields.uint64(), authority: at(0) }
    case 3: {
      fields.address()
      fields.skipSeed()
      const lamports = fields.uint64()
      fields.uint64()
      return { kind: 'createAccount', payer: at(0), account: at(1), lamports, owner: fields.address() }
    }
    case 4:
      return { kind: 'useNonce', nonce: at(0), authority: at(2) }
    case 5:
      return { kind: 'takeOut', of, account: at(0), to: at(1), lamports: fields.uint64(), authority: at(4) }
    case 6:
      return { kind: 'other', does: 'initializeNonce' }
    case 7:
      return { kind: 'handOver', of, account: at(0), authority: at(1), to: fields.address() }
    case 8:
      fields.uint64()
      return { kind: 'other', does: 'allocate' }
    case 9: {
      fields.address()
      fields.skipSeed()
      fields.uint64()
      return { kind: 'assign', account: at(0), owner: fields.address() }
    }
    case 10:
      fields.address()
      fields.skipSeed()
      return { kind: 'assign', account: at(0), owner: fields.address() }
    case 11: {
      const lamports = fields.uint64()
      fields.skipSeed()
      fields.address()
      return { kind: 'sendSol', from: at(0), to: at(2), lamports, authority: at(1) }
    }
    case 12:
      return { kind: 'other', does: 'upgradeNonce' }
    default:
      return { kind: 'unknown' }
  }
}
