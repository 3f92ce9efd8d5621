import { formatBase58 } from '@latchkey/chains'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'

/** Returns the signature of a text by the account of `caller` on Solana (Ed25519), in base58. Fails as `Session.sign`. */
export const signOnSolana = async (sign: Session['sign'], caller: Caller, text: ArrayBuffer): Promise<string> =>
  formatBase58(await sign(caller, { kind: 'solanaMessage', address: caller.address, content: text }))
