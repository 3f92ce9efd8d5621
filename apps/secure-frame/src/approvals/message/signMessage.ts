import type { Signable } from '@latchkey/vault-protocol'
import { bytesToHex } from 'viem/utils'
import type { ApprovalTools, Requester } from '../Approval.ts'

/** A message without the address that signs it. */
export type Message =
  | Omit<Extract<Signable, { kind: 'personalMessage' }>, 'address'>
  | Omit<Extract<Signable, { kind: 'typedData' }>, 'address'>

/**
 * Returns the account's signature of a message in the form that verifiers accept. A smart account signs by its owner
 * (ERC-1271), and until it is deployed includes its deployment (ERC-6492). Fails as `sign` and the reader; then nothing
 * has left the wallet.
 */
export const signMessage = async (
  { address, smartAccount }: Requester,
  { sign, read }: Pick<ApprovalTools, 'sign' | 'read'>,
  message: Message,
): Promise<`0x${string}`> => {
  const by = async (signer: string) => bytesToHex(await sign({ ...message, address: signer } as Signable))
  if (smartAccount === null) return await by(address)
  const { finishSignature } = await import('../../smartAccount/inspectAccount.ts')
  const finish = await finishSignature(smartAccount, read)
  return finish(await by(smartAccount.owner))
}
