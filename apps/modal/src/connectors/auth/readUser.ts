import { parseCaip2, parseEvmAddress, parseSolanaAddress } from '@latchkey/chains'
import { AppError, type FrameUser } from '@latchkey/protocol'
import type { NetworkId } from '../../Modal.ts'
import { providerNames } from '../../providerNames.ts'
import type { WalletSession } from '../Connector.ts'
import { cleanText } from '../cleanText.ts'
import { readNetwork } from '../eip1193/readAnswers.ts'
import { type AuthNamespace, authNamespaceOf } from './authNamespaces.ts'
import type { Person } from './Person.ts'

/** Who is logged in, and what of theirs is connected. */
export type User = { readonly session: WalletSession; readonly person: Person }

const mostCharacters = 64

type Place = Pick<WalletSession, 'namespace' | 'network' | 'accounts'>

/** How the wallet says where an account is: EVM networks by number, those of Solana by CAIP-2 (wire protocol, section 4). */
const places: Record<AuthNamespace, (address: string, chainId: number | string) => Place | null> = {
  eip155: (address, chainId) =>
    typeof chainId === 'number'
      ? { namespace: 'eip155', network: readNetwork(chainId), accounts: [{ address: parseEvmAddress(address) }] }
      : null,
  solana: (address, chainId) => {
    const { namespace, reference } = parseCaip2(chainId)
    return namespace === 'solana'
      ? { namespace, network: `solana:${reference}`, accounts: [{ address: parseSolanaAddress(address) }] }
      : null
  },
}

/**
 * The wallet's answer to GET_USER for a network. Throws WALLET_MISBEHAVED for what is no account, or on a network of another
 * namespace.
 */
export function readUser({ address, chainId, email = null, userName, provider }: FrameUser, asked: NetworkId): User {
  const namespace = authNamespaceOf(asked)
  const wallet = provider === undefined ? undefined : { name: providerNames[provider], icon: null }
  try {
    const place = namespace === undefined ? null : places[namespace](address, chainId)
    if (place !== null) {
      return {
        session: { ...place, wallet },
        person: { email, userName: cleanText(userName, mostCharacters), provider: provider ?? null },
      }
    }
  } catch {}
  throw new AppError('WALLET_MISBEHAVED')
}
