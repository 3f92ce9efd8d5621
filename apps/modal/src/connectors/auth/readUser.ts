import { parseEvmAddress } from '@latchkey/chains'
import { AppError, type FrameUser } from '@latchkey/protocol'
import { providerNames } from '../../providerNames.ts'
import type { WalletSession } from '../Connector.ts'
import { cleanText } from '../cleanText.ts'
import { readNetwork } from '../eip1193/readAnswers.ts'
import type { Person } from './Person.ts'

/** Who is logged in, and what of theirs is connected. */
export type User = { readonly session: WalletSession; readonly person: Person }

const mostCharacters = 64

/** The wallet's answer to GET_USER. Throws WALLET_MISBEHAVED for what is no account, or on no network. */
export function readUser({ address, chainId, email = null, userName, provider }: FrameUser): User {
  const network = typeof chainId === 'number' ? readNetwork(chainId) : null
  const wallet = provider === undefined ? undefined : { name: providerNames[provider], icon: null }
  try {
    if (network !== null) {
      return {
        session: { namespace: 'eip155', accounts: [{ address: parseEvmAddress(address) }], network, wallet },
        person: { email, userName: cleanText(userName, mostCharacters), provider: provider ?? null },
      }
    }
  } catch {}
  throw new AppError('WALLET_MISBEHAVED')
}
