import { parseCaip2, parseEvmAddress, parseSolanaAddress } from '@latchkey/chains'
import { AppError, type FrameUser } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { AccountType, NetworkId } from '../../Modal.ts'
import type { AccountKinds, WalletSession } from '../Connector.ts'
import { cleanText } from '../cleanText.ts'
import { readNetwork } from '../eip1193/readAnswers.ts'
import { type AuthNamespace, authNamespaceOf } from './authNamespaces.ts'
import type { Person } from './Person.ts'

/** The signed-in user, with the connected account. */
export type User = { readonly session: WalletSession; readonly person: Person }

const maxCharacters = 64

type Place = Pick<WalletSession, 'namespace' | 'network' | 'accounts' | 'kinds'>

/**
 * The account types that the wallet gives: each once, including the active one. A wallet that lists none has only the active one. Throws
 * ADDRESS_INVALID, WALLET_INVALID_RESPONSE.
 */
const readKinds = (user: FrameUser, address: string): AccountKinds => {
  const listed = (user.accounts ?? []).map((account) => ({ ...account, address: parseEvmAddress(account.address) }))
  const type = user.preferredAccountType ?? listed.find((account) => account.address === address)?.type ?? 'eoa'
  const all = listed.length === 0 ? [{ type, address }] : listed
  const addresses: Partial<Record<AccountType, string>> = Object.fromEntries(all.map((one) => [one.type, one.address]))
  if (Object.keys(addresses).length !== all.length || addresses[type] !== address)
    throw new AppError('WALLET_INVALID_RESPONSE')
  const isDeployed = addresses.smartAccount === undefined ? null : (user.smartAccountDeployed ?? null)
  return { type, addresses, isDeployed }
}

/** The wallet's network ids: numbers for EVM networks, CAIP-2 for Solana (wire protocol, section 4). */
const places: Record<AuthNamespace, (user: FrameUser) => Place | null> = {
  eip155: (user) => {
    if (typeof user.chainId !== 'number') return null
    const address = parseEvmAddress(user.address)
    const kinds = readKinds(user, address)
    return { namespace: 'eip155', network: readNetwork(user.chainId), accounts: [{ address }], kinds }
  },
  solana: ({ address, chainId }) => {
    const { namespace, reference } = parseCaip2(chainId)
    return namespace === 'solana'
      ? { namespace, network: `solana:${reference}`, accounts: [{ address: parseSolanaAddress(address) }] }
      : null
  },
}

/**
 * Parses the wallet's response to GET_USER for a network. Throws WALLET_INVALID_RESPONSE for an invalid account, one of a wrong type, or on
 * a network of another namespace.
 */
export function readUser(user: FrameUser, asked: NetworkId): User {
  const { email = null, userName, provider } = user
  const namespace = authNamespaceOf(asked)
  const wallet = provider === undefined ? undefined : { name: loginProviders[provider].name, icon: null }
  try {
    const place = namespace === undefined ? null : places[namespace](user)
    if (place !== null) {
      return {
        session: { ...place, wallet },
        person: { email, userName: cleanText(userName, maxCharacters), provider: provider ?? null },
      }
    }
  } catch {}
  throw new AppError('WALLET_INVALID_RESPONSE')
}
