import { type Hex, serialiseForSigning, type UnsignedTransaction } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { bytesToHex, keccak256 } from 'viem/utils'
import type { ApprovalTools } from '../Approval.ts'
import { readNonce } from './fillTransaction.ts'

/** The waits between polls for the hash, in milliseconds; the last one repeats. */
const pollMs = [50, 100, 200, 400, 800]
/** The time to poll before trusting the node that took the transaction, in milliseconds. */
const pollTimeoutMs = 30_000

/** The submission of one shown transaction. */
export type Submission = {
  /**
   * Signs and sends exactly what was shown, and resolves with the hash once a node knows it: pages look it up at once.
   * May be called again after a failure. Fails with NONCE_TOO_LOW when another transaction of the account went first,
   * with the node's error, with CHAIN_UNREACHABLE or SERVICE_UNREACHABLE, and as `sign`.
   */
  submit(): Promise<Hex>
  /** It is signed and the response to sending it was lost: it may be with the network. Only sending it again is safe. */
  mayBeOut(): boolean
}

export type SubmissionDeps = Pick<ApprovalTools, 'sign' | 'read' | 'lock'> & {
  from: string
  /** The page chose the nonce itself: it is used as it is. */
  isNonceFixed: boolean
  /** Called before it leaves the wallet; fails where it must not be sent. */
  onSigned?: ((hash: Hex) => Promise<void>) | undefined
  /** The signed transaction was refused. */
  onRefused?: (() => Promise<void>) | undefined
  wait: (ms: number) => Promise<void>
}

/** Errors after which a node may or may not have taken the transaction. */
const unsure = ['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE', 'TIMEOUT', 'INTERNAL'] as const

export const createSubmission = (unsigned: UnsignedTransaction, deps: SubmissionDeps): Submission => {
  const { sign, read, lock, wait, from, isNonceFixed, onSigned, onRefused } = deps
  let signed: { raw: Hex; hash: Hex } | null = null

  const isKnown = async (hash: Hex): Promise<boolean> => (await read('eth_getTransactionByHash', [hash])) !== null

  const signOnce = async () => {
    if (!isNonceFixed && (await readNonce(from, read)) !== unsigned.nonce) throw new AppError('NONCE_TOO_LOW')
    const bytes = serialiseForSigning(unsigned)
    const raw = await sign({ kind: 'transaction', address: from, unsigned: new Uint8Array(bytes).buffer })
    const hash = keccak256(raw)
    await onSigned?.(hash)
    return { raw: bytesToHex(raw), hash }
  }

  const send = async ({ raw, hash }: { raw: Hex; hash: Hex }): Promise<void> => {
    try {
      await read('eth_sendRawTransaction', [raw])
    } catch (error) {
      if (isAppError(error, 'TRANSACTION_KNOWN')) return
      // An earlier try whose response was lost may have arrived: then its own nonce is in the way.
      if (isAppError(error, 'NONCE_TOO_LOW') && (await isKnown(hash))) return
      if (!unsure.some((name) => isAppError(error, name))) {
        signed = null
        await onRefused?.().catch(() => undefined)
      }
      throw error
    }
  }

  const untilKnown = async (hash: Hex): Promise<void> => {
    for (let [asked, waitedMs] = [0, 0]; waitedMs < pollTimeoutMs; asked++) {
      // A failed poll is repeated: the transaction is out already.
      if (await isKnown(hash).catch(() => false)) return
      const pauseMs = pollMs[Math.min(asked, pollMs.length - 1)] ?? pollTimeoutMs
      await wait(pauseMs)
      waitedMs += pauseMs
    }
  }

  return {
    mayBeOut: () => signed !== null,
    submit: async () => {
      // One tab at a time: of two transactions prepared together, the second one finds its nonce used.
      const { hash } = await lock(`latchkey-send-${unsigned.chainId}-${from.toLowerCase()}`, async () => {
        signed ??= await signOnce()
        const sent = signed
        await send(sent)
        return sent
      })
      await untilKnown(hash)
      return hash
    },
  }
}
