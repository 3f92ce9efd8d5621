import { translateError } from '../translateError.ts'

/** Error messages of wallets in `injectedWeb3`: they have no codes. */
export const toPolkadotError = translateError([
  [/^(?:error: )?(?:rejected|cancell?ed)\b|not (?:been )?(?:allowed|authori[sz]ed)/i, 'USER_REJECTED'],
  [/no (?:account|keypair)|unable to find/i, 'UNAUTHORIZED'],
])
