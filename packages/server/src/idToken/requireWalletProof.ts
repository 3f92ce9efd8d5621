import { LatchkeyError } from '../LatchkeyError.ts'
import type { Settings } from '../Settings.ts'
import { type ReadSignIn, readSigned, requireSignature, type SignedMessage } from '../signIn/verifySignIn.ts'
import { readAccount, type SiwxAccount } from '../siwx/account.ts'

/** The claims that the wallet must have signed. */
type ProvenToken = { subject: string; nonce: string; wallets: readonly string[] | null }

/**
 * Requires that a wallet of the user has signed this project, nonce and subject. Returns the account as CAIP-10. The api isn't trusted for
 * any of it: a smart account's signature is checked with a node of `rpcUrls`. Throws WALLET_PROOF_INVALID (`field`), and what
 * `verifySignIn` throws.
 */
export async function requireWalletProof(
  settings: Settings,
  proof: SignedMessage,
  { subject, nonce, wallets }: ProvenToken,
): Promise<string> {
  const read = readSigned(settings, proof, nonce)
  const { message, account } = read
  const refuse = (field: string): never => {
    throw new LatchkeyError('WALLET_PROOF_INVALID', { field })
  }
  if (message.requestId !== subject) refuse('requestId')
  if (!message.resources.includes(`urn:latchkey:project:${settings.projectId}`)) refuse('resources')
  // Before a node is called: an irrelevant signature costs nothing.
  const listed = (wallets ?? []).map(readAccount)
  if (!listed.some((each) => isAddressOf(each, account))) refuse('account')
  const signedBy = await requireSignature(settings, read, { isApiTrusted: false })
  if (!listed.some((each) => isAccountOf(each, read, signedBy))) refuse('account')
  return `${account.chainId}:${account.address}`
}

const isAddressOf = (listed: SiwxAccount | null, { namespace, address }: SiwxAccount): boolean =>
  listed?.namespace === namespace && listed.address === address

/** A key is the same on every chain of its namespace; a contract only on its own. */
const isAccountOf = (listed: SiwxAccount | null, { account }: ReadSignIn, signedBy: 'key' | 'contract'): boolean =>
  isAddressOf(listed, account) && (signedBy === 'key' || listed?.chainId === account.chainId)
