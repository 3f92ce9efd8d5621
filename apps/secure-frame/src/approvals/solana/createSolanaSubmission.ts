import { formatBase58, parseSolanaTransaction, withSignature } from '@latchkey/chains'
import { AppError, isAppError, type RpcParams } from '@latchkey/protocol'
import type { ApprovalTools } from '../Approval.ts'
import { isOutage } from '../screen/isOutage.ts'
import { base64OfBytes } from './examineSolana.ts'

export type SendOptions = NonNullable<RpcParams<'solana_signAndSendTransaction'>['options']>

/** The submission of one shown transaction. */
export type SolanaSubmission = {
  /**
   * Signs and sends exactly what was shown; resolves with the transaction's signature in base58 once a node has taken it, and
   * does not wait for a block. May be called again after a failure. Fails with the node's error, with CHAIN_UNREACHABLE
   * or SERVICE_UNREACHABLE, and as `sign`. Once a response was lost, a node's rejection is CHAIN_UNREACHABLE too: a node that
   * is behind the one which took it reports the same error as if it had never been sent.
   */
  submit(): Promise<string>
  /** It is signed and the response to sending it was lost: it may be with the network. Sending it again is safe. */
  mayBeOut(): boolean
}

/** Puts the account's signature in its position; the transaction is otherwise as the page gave it. */
export const signSolanaTransaction = async (
  transaction: Uint8Array,
  own: string,
  sign: ApprovalTools['sign'],
): Promise<Uint8Array> => {
  const bytes = new Uint8Array(transaction)
  return withSignature(bytes, own, await sign({ kind: 'solanaTransaction', address: own, content: bytes.buffer }))
}

export const createSolanaSubmission = (
  transaction: Uint8Array,
  {
    own,
    options,
    sign,
    readSolana,
  }: Pick<ApprovalTools, 'sign' | 'readSolana'> & { own: string; options: SendOptions },
): SolanaSubmission => {
  let signed: Uint8Array | null = null
  let isAnswerLost = false

  const send = async (bytes: Uint8Array, signature: string): Promise<void> => {
    try {
      const answer = await readSolana('sendTransaction', [
        base64OfBytes(bytes),
        { ...options, encoding: 'base64', preflightCommitment: options.preflightCommitment ?? 'confirmed' },
      ])
      // A node that returns another transaction's signature has not taken this one.
      if (answer !== signature) throw new AppError('CHAIN_UNREACHABLE')
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (isAppError(error, 'TRANSACTION_KNOWN')) return
      // An earlier try whose response was lost may have arrived before the blockhash expired.
      if (isAppError(error, 'TRANSACTION_EXPIRED') && (await isKnown(signature))) return
      if (isOutage(error) || isAppError(error, 'INTERNAL')) isAnswerLost = true
      else if (isAnswerLost) throw new AppError('CHAIN_UNREACHABLE', { cause: error })
      else signed = null
      throw error
    }
  }
  const isKnown = async (signature: string): Promise<boolean> => {
    const { value } = await readSolana('getSignatureStatuses', [[signature]])
    return value[0] !== null
  }

  return {
    mayBeOut: () => signed !== null,
    async submit() {
      signed ??= await signSolanaTransaction(transaction, own, sign)
      const [first] = parseSolanaTransaction(signed).signatures
      if (first === undefined) throw new AppError('INTERNAL')
      const signature = formatBase58(first)
      await send(signed, signature)
      return signature
    },
  }
}
