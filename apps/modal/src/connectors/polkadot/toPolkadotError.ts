import { translateError } from '../translateError.ts'

/** What wallets in `injectedWeb3` throw: they have no codes. */
export const toPolkadotError = translateError([
  [/^(?:error: )?(?:rejected|cancell?ed)\b|not (?:been )?(?:allowed|authori[sz]ed)/i, 'USER_REJECTED'],
  [/no (?:account|keypair)|unable to find/i, 'UNAUTHORIZED'],
])
