import { AppError } from '@latchkey/protocol'
import type { SignInData, SiweConfig, SiwxOption } from './SessionProof.ts'

const chainIdOf = (network: string): number => Number(network.slice(network.indexOf(':') + 1))

/** Adapts a Sign-In with Ethereum backend, which has one session at a time, for session proof. `origin` is the page's. */
export const fromSiweConfig = (config: SiweConfig, origin: string): SiwxOption => {
  const { signOutOnAccountChange = true, signOutOnNetworkChange = true, signOutOnDisconnect = true } = config
  const findSession = async (network: string, address: string) => {
    const session = await config.getSession()
    if (session === null || typeof session !== 'object') return null
    const isAccount = !signOutOnAccountChange || session.address.toLowerCase() === address.toLowerCase()
    const isNetwork = !signOutOnNetworkChange || session.chainId === chainIdOf(network)
    return isAccount && isNetwork ? session : null
  }
  return {
    async createMessage({ chainId, accountAddress }) {
      const [nonce, params] = await Promise.all([
        config.getNonce(accountAddress.startsWith('0x') ? accountAddress : undefined),
        config.getMessageParams(),
      ])
      const { iat = new Date().toISOString(), exp, nbf, ...others } = params
      const given = {
        ...params,
        address: accountAddress,
        chainId: chainIdOf(chainId),
        version: '1',
        nonce,
        iat,
      } as const
      return {
        ...others,
        accountAddress,
        chainId,
        version: '1',
        nonce,
        issuedAt: iat,
        ...(exp !== undefined && { expirationTime: exp }),
        ...(nbf !== undefined && { notBefore: nbf }),
        toString: () => config.createMessage(given),
      }
    },
    async addSession({ message, signature }) {
      if ((await config.verifyMessage({ message, signature })) !== true) throw new AppError('SIGNATURE_INVALID')
    },
    async getSessions(chainId, accountAddress) {
      if ((await findSession(chainId, accountAddress)) === null) return []
      // The backend returns the session's account, and no more.
      const data: SignInData = {
        accountAddress,
        chainId,
        domain: new URL(origin).host,
        uri: origin,
        version: '1',
        nonce: '',
      }
      return [{ data, message: '', signature: '' }]
    },
    async revokeSession() {
      if (signOutOnDisconnect) await config.signOut()
    },
  }
}
