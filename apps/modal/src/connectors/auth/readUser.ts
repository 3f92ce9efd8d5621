import { parseEvmAddress } from '@latchkey/chains'
import { AppError, type FrameUser } from '@latchkey/protocol'
import type { WalletSession } from '../Connector.ts'
import { readNetwork } from '../eip1193/readAnswers.ts'

/** Who is logged in, and what of theirs is connected. */
export type User = { readonly session: WalletSession; readonly email: string | null }

/** The wallet's answer to GET_USER. Throws WALLET_MISBEHAVED for what is no account, or on no network. */
export function readUser({ address, chainId, email = null }: FrameUser): User {
  const network = typeof chainId === 'number' ? readNetwork(chainId) : null
  try {
    if (network !== null)
      return { session: { namespace: 'eip155', accounts: [{ address: parseEvmAddress(address) }], network }, email }
  } catch {}
  throw new AppError('WALLET_MISBEHAVED')
}
